import { defineAlgorithm } from '../define-algorithm.ts';

export const fishhash = defineAlgorithm({
  code: 'fishhash',
  name: 'FishHash',
  longName: 'FishHash',
  typeCode: 'gpu',
  type: 'GPU',
  miningVia: 'Iron Fish (IRON)',
  symbol: 'IRON',
  symbolDesc: 'Iron Fish',
  symbolLogo: '/coins/iron.svg',
  minimumVramRequirement: '6GB',
  unitOfMeasurement: 'h',
  unitLabel: 'H/s',
  minimumUnitOfMeasurement: 'k',
  minCalculatorUnit: 'k',
  maxCalculatorUnit: 'g',
  defaultCalculatorUnit: 'm',
  wizardSort: 2,
  isNew: true,
  tags: ['new'],
  guides: [
    { name: 'lolMiner', url: null, relativeUrl: '/support/article/how-to-mine-fishhash-with-lolminer' },
    { name: 'Rigel', url: null, relativeUrl: '/support/article/how-to-mine-fishhash-with-rigel' },
    {
      name: 'SRBMiner-MULTI',
      url: null,
      relativeUrl: '/support/article/how-to-mine-fishhash-with-srbminer-multi',
    },
    { name: 'BzMiner', url: null, relativeUrl: '/support/article/how-to-mine-fishhash-with-bzminer' },
  ],
  facts:
    'Proof of work of Iron Fish since 2 April 2024 (it replaced Blake3). Uses a data set of about 4.5 GiB, so 6 GB cards are the practical minimum.',
  // Iron Fish defines target = 2^256 / difficulty, so difficulty counts hashes.
  difficulty1Target: 2n ** 256n,
  hardware: [
    { name: 'AMD RX 7900 XTX', type: 'gpu', hashrate: '67000000', powerW: null },
    { name: 'NVIDIA RTX 3060', type: 'gpu', hashrate: '17000000', powerW: null },
    { name: 'NVIDIA RTX 3060 Ti', type: 'gpu', hashrate: '27000000', powerW: null },
    { name: 'NVIDIA RTX 3070', type: 'gpu', hashrate: '28000000', powerW: null },
    { name: 'NVIDIA RTX 3080', type: 'gpu', hashrate: '45000000', powerW: null },
    { name: 'NVIDIA RTX 3090', type: 'gpu', hashrate: '53000000', powerW: null },
    { name: 'NVIDIA RTX 4090', type: 'gpu', hashrate: '60000000', powerW: null },
    { name: 'AMD RX 6800', type: 'gpu', hashrate: '30000000', powerW: null },
  ],
});
