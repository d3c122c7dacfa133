import { defineAlgorithm } from '../define-algorithm.ts';

export const ghostrider = defineAlgorithm({
  code: 'ghostrider',
  name: 'GhostRider',
  longName: 'GhostRider',
  typeCode: 'cpu',
  type: 'CPU',
  miningVia: 'Raptoreum (RTM)',
  symbol: 'RTM',
  symbolDesc: 'Raptoreum',
  symbolLogo: '/coins/rtm.svg',
  unitOfMeasurement: 'h',
  unitLabel: 'H/s',
  minimumUnitOfMeasurement: '',
  minCalculatorUnit: '',
  maxCalculatorUnit: 'm',
  defaultCalculatorUnit: 'k',
  wizardSort: 5,
  isNew: true,
  tags: ['new'],
  ports: {
    sslPorts: [443],
  },
  guides: [
    {
      name: 'cpuminer-gr',
      url: null,
      relativeUrl: '/support/article/how-to-mine-ghostrider-with-cpuminer-gr',
    },
    { name: 'XMRig', url: null, relativeUrl: '/support/article/how-to-mine-ghostrider-with-xmrig' },
    {
      name: 'SRBMiner-MULTI',
      url: null,
      relativeUrl: '/support/article/how-to-mine-ghostrider-with-srbminer-multi',
    },
  ],
  facts:
    'CPU algorithm mixing 15 core hashes with CryptoNight variants; large L3 caches help. cpuminer-gr tunes itself on first start (69 minutes without AVX2, about 155 minutes with AVX2).',
  // Raptoreum pools and miners scale like scrypt: difficulty 1 is 2^16 times easier than Bitcoin's.
  difficulty1Target: 0xffffn << 224n,
  hardware: [
    { name: 'AMD Ryzen 7 3700X @ 4.1 GHz', type: 'cpu', hashrate: '2496', powerW: null },
    { name: 'AMD Ryzen 5 5600X @ 4.65 GHz', type: 'cpu', hashrate: '2337', powerW: null },
    { name: 'AMD Ryzen 9 3900X', type: 'cpu', hashrate: '3746', powerW: null },
    { name: '2x Intel Xeon E5-2698v3', type: 'cpu', hashrate: '2638', powerW: null },
    { name: 'AMD Ryzen 7 4700U', type: 'cpu', hashrate: '733', powerW: null },
    { name: 'Intel Core i7-2600', type: 'cpu', hashrate: '555', powerW: null },
    { name: 'AMD Ryzen 9 5950X', type: 'cpu', hashrate: '4800', powerW: null },
    { name: 'AMD Ryzen 9 7950X', type: 'cpu', hashrate: '7000', powerW: null },
  ],
});
