import { defineAlgorithm } from '../define-algorithm.ts';

export const ethash = defineAlgorithm({
  code: 'ethash',
  name: 'Ethash',
  longName: 'Ethash',
  typeCode: 'gpu',
  type: 'GPU',
  miningVia: 'EthereumPoW (ETHW)',
  symbol: 'ETHW',
  symbolDesc: 'EthereumPoW',
  symbolLogo: '/coins/ethw.svg',
  minimumVramRequirement: '6GB',
  unitOfMeasurement: 'h',
  unitLabel: 'H/s',
  preUnitOfMeasurement: 'm',
  minCalculatorUnit: 'm',
  maxCalculatorUnit: 't',
  defaultCalculatorUnit: 'm',
  wizardSort: 3,
  warningMessage:
    'This is EthereumPoW (ETHW) mining: what it earns differs from Ethereum mining before the Merge.',
  chartSeries: ['calculated', 'reported'],
  chartOptions: { xaxisCategoriesField: 'reported' },
  guides: [
    { name: 'lolMiner', url: null, relativeUrl: '/support/article/how-to-mine-ethash-with-lolminer' },
    { name: 'Rigel', url: null, relativeUrl: '/support/article/how-to-mine-ethash-with-rigel' },
    { name: 'T-Rex', url: null, relativeUrl: '/support/article/how-to-mine-ethash-with-t-rex' },
    { name: 'TeamRedMiner', url: null, relativeUrl: '/support/article/how-to-mine-ethash-with-teamredminer' },
    { name: 'GMiner', url: null, relativeUrl: '/support/article/how-to-mine-ethash-with-gminer' },
  ],
  facts:
    'Original Ethereum proof of work, now used by ETHW. Data set about 7.4 GiB in mid 2026, more than the 6 GB that were enough in 2024.',
  // Difficulty is kept in hashes. Dialects that speak Bitcoin's difficulty on the wire multiply theirs by 2^32.
  difficulty1Target: 2n ** 256n,
  hardware: [
    { name: 'NVIDIA RTX 3070 (stock)', type: 'gpu', hashrate: '49700000', powerW: null },
    { name: 'AMD RX 5700 (stock)', type: 'gpu', hashrate: '48800000', powerW: null },
    { name: 'AMD RX 580 8GB', type: 'gpu', hashrate: '34000000', powerW: 135 },
    { name: 'AMD RX 5700 XT', type: 'gpu', hashrate: '55000000', powerW: 120 },
    { name: 'NVIDIA RTX 3060 Ti', type: 'gpu', hashrate: '58000000', powerW: 130 },
    { name: 'NVIDIA RTX 3080', type: 'gpu', hashrate: '96000000', powerW: 220 },
    { name: 'NVIDIA RTX 3090', type: 'gpu', hashrate: '114000000', powerW: 320 },
    { name: 'Bitmain Antminer E9 Pro', type: 'asic', hashrate: '3680000000', powerW: 2200 },
  ],
});
