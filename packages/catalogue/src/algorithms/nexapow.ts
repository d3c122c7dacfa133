import { defineAlgorithm } from '../define-algorithm.ts';

export const nexapow = defineAlgorithm({
  code: 'nexapow',
  name: 'NexaPow',
  longName: 'NexaPow',
  typeCode: 'gpu',
  type: 'GPU',
  miningVia: 'Nexa (NEXA)',
  symbol: 'NEXA',
  symbolDesc: 'Nexa',
  symbolLogo: '/coins/nexa.svg',
  minimumVramRequirement: '4GB',
  unitOfMeasurement: 'h',
  unitLabel: 'H/s',
  minCalculatorUnit: 'm',
  maxCalculatorUnit: 't',
  defaultCalculatorUnit: 'm',
  wizardSort: 10,
  guides: [
    { name: 'lolMiner', url: null, relativeUrl: '/support/article/how-to-mine-nexapow-with-lolminer' },
    { name: 'Rigel', url: null, relativeUrl: '/support/article/how-to-mine-nexapow-with-rigel' },
    { name: 'BzMiner', url: null, relativeUrl: '/support/article/how-to-mine-nexapow-with-bzminer' },
    {
      name: 'WildRig Multi',
      url: null,
      relativeUrl: '/support/article/how-to-mine-nexapow-with-wildrig-multi',
    },
  ],
  facts: 'Compute-heavy hash with elliptic-curve signing; high power draw; about 1.3 GiB of data.',
  // Nexa keeps Bitcoin's difficulty 1.
  difficulty1Target: 0xffffn << 208n,
  hardware: [
    { name: 'AMD RX 7900 XTX', type: 'gpu', hashrate: '93000000', powerW: null },
    { name: 'NVIDIA RTX 3060', type: 'gpu', hashrate: '41000000', powerW: null },
    { name: 'NVIDIA RTX 3070', type: 'gpu', hashrate: '68000000', powerW: null },
    { name: 'NVIDIA RTX 3080', type: 'gpu', hashrate: '98000000', powerW: null },
    { name: 'NVIDIA RTX 3090', type: 'gpu', hashrate: '120000000', powerW: null },
    { name: 'NVIDIA RTX 4090', type: 'gpu', hashrate: '255000000', powerW: null },
  ],
});
