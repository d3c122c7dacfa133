import { defineAlgorithm } from '../define-algorithm.ts';

export const blake3 = defineAlgorithm({
  code: 'blake3',
  name: 'Blake3',
  longName: 'Blake3 (Alephium)',
  typeCode: 'gpu',
  type: 'GPU',
  miningVia: 'Alephium (ALPH)',
  symbol: 'ALPH',
  symbolDesc: 'Alephium',
  symbolLogo: '/coins/alph.svg',
  minimumVramRequirement: '4GB',
  unitOfMeasurement: 'h',
  unitLabel: 'H/s',
  minCalculatorUnit: 'm',
  maxCalculatorUnit: 't',
  defaultCalculatorUnit: 'g',
  wizardSort: 7,
  chartSeries: ['calculated', 'reported'],
  guides: [
    { name: 'lolMiner', url: null, relativeUrl: '/support/article/how-to-mine-blake3-with-lolminer' },
    { name: 'Rigel', url: null, relativeUrl: '/support/article/how-to-mine-blake3-with-rigel' },
    { name: 'BzMiner', url: null, relativeUrl: '/support/article/how-to-mine-blake3-with-bzminer' },
  ],
  facts:
    'Compute-bound hash; memory clock can be lowered. ASIC miners exist since 2024, so GPU reward is small.',
  // Alephium pools count difficulty 1 as 30 leading zero bits.
  difficulty1Target: 2n ** 226n - 1n,
  // A hash must also land on the right one of 16 chains, which one in 16 does.
  hashesPerAttempt: 16n,
  hardware: [
    { name: 'Goldshell AL-BOX', type: 'asic', hashrate: '360000000000', powerW: 180 },
    { name: 'Bitmain Antminer AL1', type: 'asic', hashrate: '15600000000000', powerW: 3510 },
    { name: 'IceRiver AL0', type: 'asic', hashrate: '400000000000', powerW: 100 },
    { name: 'NVIDIA RTX 3060', type: 'gpu', hashrate: '1200000000', powerW: null },
    { name: 'NVIDIA RTX 3070', type: 'gpu', hashrate: '1600000000', powerW: null },
    { name: 'NVIDIA RTX 3080', type: 'gpu', hashrate: '2200000000', powerW: null },
    { name: 'NVIDIA RTX 4090', type: 'gpu', hashrate: '5900000000', powerW: null },
    { name: 'AMD RX 6800', type: 'gpu', hashrate: '1250000000', powerW: null },
  ],
});
