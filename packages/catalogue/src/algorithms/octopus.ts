import { defineAlgorithm } from '../define-algorithm.ts';

export const octopus = defineAlgorithm({
  code: 'octopus',
  name: 'Octopus',
  longName: 'Octopus',
  typeCode: 'gpu',
  type: 'GPU',
  miningVia: 'Conflux (CFX)',
  symbol: 'CFX',
  symbolDesc: 'Conflux',
  symbolLogo: '/coins/cfx.svg',
  minimumVramRequirement: '6GB',
  unitOfMeasurement: 'h',
  unitLabel: 'H/s',
  minCalculatorUnit: 'm',
  maxCalculatorUnit: 't',
  defaultCalculatorUnit: 'm',
  wizardSort: 8,
  chartSeries: ['calculated', 'reported'],
  guides: [
    { name: 'lolMiner', url: null, relativeUrl: '/support/article/how-to-mine-octopus-with-lolminer' },
    { name: 'Rigel', url: null, relativeUrl: '/support/article/how-to-mine-octopus-with-rigel' },
    { name: 'T-Rex', url: null, relativeUrl: '/support/article/how-to-mine-octopus-with-t-rex' },
    { name: 'GMiner', url: null, relativeUrl: '/support/article/how-to-mine-octopus-with-gminer' },
  ],
  facts:
    'Memory-bound algorithm with a growing data set: about 7 GiB in mid 2026, so 8 GB cards are near the end of support and 6 GB cards, enough in 2024, are past it.',
  // Conflux defines boundary = 2^256 / difficulty, so difficulty counts hashes.
  difficulty1Target: 2n ** 256n,
  hardware: [
    { name: 'AMD RX 7900 XTX', type: 'gpu', hashrate: '111000000', powerW: null },
    { name: 'NVIDIA RTX 3060', type: 'gpu', hashrate: '45000000', powerW: null },
    { name: 'NVIDIA RTX 3070', type: 'gpu', hashrate: '61000000', powerW: null },
    { name: 'NVIDIA RTX 3080', type: 'gpu', hashrate: '97000000', powerW: null },
    { name: 'NVIDIA RTX 3090', type: 'gpu', hashrate: '118000000', powerW: null },
    { name: 'NVIDIA RTX 4090', type: 'gpu', hashrate: '131000000', powerW: null },
  ],
});
