import { defineAlgorithm } from '../define-algorithm.ts';

export const randomx = defineAlgorithm({
  code: 'randomx',
  name: 'RandomX',
  longName: 'RandomX',
  typeCode: 'cpu',
  type: 'CPU',
  miningVia: 'Monero (XMR)',
  symbol: 'XMR',
  symbolDesc: 'Monero',
  symbolLogo: '/coins/xmr.svg',
  unitOfMeasurement: 'h',
  unitLabel: 'H/s',
  minimumUnitOfMeasurement: '',
  minCalculatorUnit: '',
  maxCalculatorUnit: 'm',
  defaultCalculatorUnit: 'k',
  wizardSort: 4,
  ports: {
    sslPorts: [443],
    extraPorts: [
      {
        name: 'xmr-node-proxy',
        showType: true,
        takesWholeBlocks: true,
        ports: [
          { number: 4445, ssl: false },
          { number: 14445, ssl: true },
        ],
      },
    ],
  },
  guides: [
    { name: 'XMRig', url: null, relativeUrl: '/support/article/how-to-mine-randomx-with-xmrig' },
    {
      name: 'SRBMiner-MULTI',
      url: null,
      relativeUrl: '/support/article/how-to-mine-randomx-with-srbminer-multi',
    },
    { name: 'nanominer', url: null, relativeUrl: '/support/article/how-to-mine-randomx-with-nanominer' },
  ],
  facts:
    'CPU algorithm: fast mode needs 2080 MiB of memory plus about 2 MiB of L3 cache per thread; AES instructions and huge pages raise the rate.',
  // Monero-family difficulty counts hashes.
  difficulty1Target: 2n ** 256n,
  hardware: [
    { name: 'Intel Core i9-9900K', type: 'cpu', hashrate: '5770', powerW: null },
    { name: 'AMD Ryzen 7 1700', type: 'cpu', hashrate: '4100', powerW: null },
    { name: 'Intel Core i7-8550U', type: 'cpu', hashrate: '1700', powerW: null },
    { name: 'AMD Ryzen 9 7950X', type: 'cpu', hashrate: '22000', powerW: 170 },
    { name: 'AMD Ryzen 5 3600', type: 'cpu', hashrate: '7100', powerW: 75 },
    { name: 'AMD Ryzen 7 5800X', type: 'cpu', hashrate: '9300', powerW: 95 },
    { name: 'AMD Ryzen 9 3900X', type: 'cpu', hashrate: '12500', powerW: 120 },
    { name: 'AMD Ryzen 9 5950X', type: 'cpu', hashrate: '16500', powerW: 130 },
    { name: 'Intel Core i9-12900K', type: 'cpu', hashrate: '9500', powerW: 150 },
    { name: 'AMD EPYC 7742', type: 'cpu', hashrate: '44000', powerW: 225 },
    { name: 'Raspberry Pi 5', type: 'cpu', hashrate: '600', powerW: 8 },
  ],
});
