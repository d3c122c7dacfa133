import { defineAlgorithm } from '../define-algorithm.ts';

export const xelishash = defineAlgorithm({
  code: 'xelishash',
  name: 'XelisHash',
  longName: 'XelisHash',
  typeCode: 'gpu',
  type: 'GPU',
  miningVia: 'Xelis (XEL)',
  symbol: 'XEL',
  symbolDesc: 'Xelis',
  symbolLogo: '/coins/xel.svg',
  minimumVramRequirement: '3GB',
  unitOfMeasurement: 'h',
  unitLabel: 'H/s',
  minimumUnitOfMeasurement: '',
  minCalculatorUnit: '',
  maxCalculatorUnit: 'm',
  defaultCalculatorUnit: 'k',
  wizardSort: 1,
  isNew: true,
  tags: ['new'],
  regions: ['us', 'eu', 'asia'],
  chartSeries: ['calculated', 'reported'],
  guides: [
    {
      name: 'SRBMiner-MULTI',
      url: null,
      relativeUrl: '/support/article/how-to-mine-xelishash-with-srbminer-multi',
    },
    { name: 'Rigel', url: null, relativeUrl: '/support/article/how-to-mine-xelishash-with-rigel' },
    { name: 'BzMiner', url: null, relativeUrl: '/support/article/how-to-mine-xelishash-with-bzminer' },
    {
      name: 'OneZeroMiner',
      url: null,
      relativeUrl: '/support/article/how-to-mine-xelishash-with-onezerominer',
    },
  ],
  facts:
    'Memory-hard hash of the Xelis chain, minable with CPU and GPU. Version 2 since July 2024, version 3 since December 2025; the commands of the setup wizard are for version 3.',
  // Xelis nodes divide the largest 256-bit number by the difficulty, so difficulty counts hashes.
  difficulty1Target: 2n ** 256n - 1n,
  hardware: [
    { name: 'NVIDIA RTX 3070 (tuned, v2)', type: 'gpu', hashrate: '30000', powerW: 120 },
    { name: 'NVIDIA RTX 3070 (efficient, v2)', type: 'gpu', hashrate: '24500', powerW: 90 },
    { name: 'AMD RX 7900 XTX (v3)', type: 'gpu', hashrate: '10500', powerW: null },
    { name: 'NVIDIA RTX 3060 (v2)', type: 'gpu', hashrate: '17000', powerW: null },
    { name: 'NVIDIA RTX 3080 (v2)', type: 'gpu', hashrate: '42000', powerW: null },
    { name: 'NVIDIA RTX 4090 (v2)', type: 'gpu', hashrate: '80000', powerW: null },
    { name: 'AMD Ryzen 9 5950X (v2)', type: 'cpu', hashrate: '25000', powerW: null },
    { name: 'AMD Ryzen 9 7950X (v2)', type: 'cpu', hashrate: '35000', powerW: null },
  ],
});
