import { defineAlgorithm } from '../define-algorithm.ts';

export const kheavyhash = defineAlgorithm({
  code: 'kheavyhash',
  name: 'kHeavyHash',
  longName: 'kHeavyHash',
  typeCode: 'gpu',
  type: 'GPU',
  additionalTypes: ['asic'],
  miningVia: 'Kaspa (KAS)',
  symbol: 'KAS',
  symbolDesc: 'Kaspa',
  symbolLogo: '/coins/kas.svg',
  minimumVramRequirement: '3GB',
  unitOfMeasurement: 'h',
  unitLabel: 'H/s',
  minCalculatorUnit: 'm',
  maxCalculatorUnit: 'p',
  defaultCalculatorUnit: 'g',
  wizardSort: 6,
  tags: ['kaspa-forks', 'asic'],
  ports: {
    extraPorts: [
      {
        name: 'IceRiver KS0 family (0.1 - 0.4 TH/s)',
        showType: true,
        startHashrate: '100000000000',
        ports: [
          { number: 4445, ssl: false },
          { number: 14445, ssl: true },
        ],
      },
      {
        name: 'IceRiver KS1/KS2, Goldshell KA-Box (1 - 2 TH/s)',
        showType: true,
        startHashrate: '1000000000000',
        ports: [
          { number: 4446, ssl: false },
          { number: 14446, ssl: true },
        ],
      },
      {
        name: 'IceRiver KS3 family, Antminer KS3 (5 - 9.4 TH/s)',
        showType: true,
        startHashrate: '5000000000000',
        ports: [
          { number: 4447, ssl: false },
          { number: 14447, ssl: true },
        ],
      },
      {
        name: 'IceRiver KS5 family, Antminer KS5 family (12 TH/s and more)',
        showType: true,
        startHashrate: '12000000000000',
        ports: [
          { number: 4448, ssl: false },
          { number: 14448, ssl: true },
        ],
      },
    ],
  },
  portsDisplayed: false,
  guides: [
    { name: 'lolMiner', url: null, relativeUrl: '/support/article/how-to-mine-kheavyhash-with-lolminer' },
    { name: 'BzMiner', url: null, relativeUrl: '/support/article/how-to-mine-kheavyhash-with-bzminer' },
    { name: 'GMiner', url: null, relativeUrl: '/support/article/how-to-mine-kheavyhash-with-gminer' },
  ],
  facts:
    'Kaspa proof of work. ASIC machines dominate and GPUs earn very little. Each ASIC family has a port of its own.',
  // The Kaspa stratum bridge sets its largest target to 56 hex digits of F: 32 leading zero bits.
  difficulty1Target: 2n ** 224n - 1n,
  hardware: [
    { name: 'IceRiver KS0', type: 'asic', hashrate: '100000000000', powerW: 65 },
    { name: 'IceRiver KS0 Pro', type: 'asic', hashrate: '200000000000', powerW: 100 },
    { name: 'IceRiver KS0 Ultra', type: 'asic', hashrate: '400000000000', powerW: 100 },
    { name: 'IceRiver KS1', type: 'asic', hashrate: '1000000000000', powerW: 600 },
    { name: 'IceRiver KS2', type: 'asic', hashrate: '2000000000000', powerW: 1200 },
    { name: 'IceRiver KS3M', type: 'asic', hashrate: '6000000000000', powerW: 3400 },
    { name: 'IceRiver KS3', type: 'asic', hashrate: '8000000000000', powerW: 3200 },
    { name: 'Bitmain Antminer KS3', type: 'asic', hashrate: '9400000000000', powerW: 3500 },
    { name: 'Bitmain Antminer KS5', type: 'asic', hashrate: '20000000000000', powerW: 3000 },
    { name: 'Bitmain Antminer KS5 Pro', type: 'asic', hashrate: '21000000000000', powerW: 3150 },
    { name: 'IceRiver KS7', type: 'asic', hashrate: '30000000000000', powerW: 3500 },
    { name: 'NVIDIA RTX 3070', type: 'gpu', hashrate: '810000000', powerW: null },
    { name: 'NVIDIA RTX 3080', type: 'gpu', hashrate: '1100000000', powerW: null },
    { name: 'NVIDIA RTX 4090', type: 'gpu', hashrate: '2900000000', powerW: null },
    { name: 'AMD RX 6800', type: 'gpu', hashrate: '750000000', powerW: null },
  ],
});
