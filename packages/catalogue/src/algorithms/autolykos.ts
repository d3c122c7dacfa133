import { defineAlgorithm } from '../define-algorithm.ts';

export const autolykos = defineAlgorithm({
  code: 'autolykos',
  name: 'Autolykos',
  longName: 'Autolykos v2',
  typeCode: 'gpu',
  type: 'GPU',
  miningVia: 'Ergo (ERG)',
  symbol: 'ERG',
  symbolDesc: 'Ergo',
  symbolLogo: '/coins/erg.svg',
  minimumVramRequirement: '4GB',
  unitOfMeasurement: 'h',
  unitLabel: 'H/s',
  preUnitOfMeasurement: 'm',
  minCalculatorUnit: 'm',
  maxCalculatorUnit: 't',
  defaultCalculatorUnit: 'm',
  wizardSort: 11,
  guides: [
    { name: 'lolMiner', url: null, relativeUrl: '/support/article/how-to-mine-autolykos-with-lolminer' },
    { name: 'Rigel', url: null, relativeUrl: '/support/article/how-to-mine-autolykos-with-rigel' },
    { name: 'T-Rex', url: null, relativeUrl: '/support/article/how-to-mine-autolykos-with-t-rex' },
    {
      name: 'TeamRedMiner',
      url: null,
      relativeUrl: '/support/article/how-to-mine-autolykos-with-teamredminer',
    },
  ],
  facts:
    'Memory-bound and efficient; the core clock can be lowered. Data set about 5.4 GiB in mid 2026, more than the 4 GB that were enough in 2024.',
  // Ergo pools send an absolute target of Bitcoin's difficulty 1 divided by the difficulty.
  difficulty1Target: 0xffffn << 208n,
  hardware: [
    { name: 'NVIDIA RTX 3070 (stock)', type: 'gpu', hashrate: '143700000', powerW: null },
    { name: 'AMD RX 5700 (stock)', type: 'gpu', hashrate: '101000000', powerW: null },
    { name: 'NVIDIA RTX 3060 (stock)', type: 'gpu', hashrate: '103000000', powerW: 119 },
    { name: 'NVIDIA GTX 1660 SUPER', type: 'gpu', hashrate: '49700000', powerW: 79 },
    { name: 'AMD RX 7900 XTX', type: 'gpu', hashrate: '190000000', powerW: null },
    { name: 'NVIDIA RTX 3060 Ti', type: 'gpu', hashrate: '165000000', powerW: null },
    { name: 'NVIDIA RTX 3080', type: 'gpu', hashrate: '235000000', powerW: null },
    { name: 'NVIDIA RTX 3090', type: 'gpu', hashrate: '270000000', powerW: null },
    { name: 'NVIDIA RTX 4090', type: 'gpu', hashrate: '290000000', powerW: null },
    { name: 'AMD RX 580 8GB', type: 'gpu', hashrate: '60000000', powerW: null },
  ],
});
