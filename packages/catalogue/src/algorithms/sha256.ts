import { defineAlgorithm } from '../define-algorithm.ts';

export const sha256 = defineAlgorithm({
  code: 'sha256',
  name: 'SHA-256',
  longName: 'SHA-256',
  typeCode: 'asic',
  type: 'ASIC',
  miningVia: 'Bitcoin (BTC)',
  symbol: 'BTC',
  symbolDesc: 'Bitcoin',
  symbolLogo: '/coins/btc.svg',
  unitOfMeasurement: 'h',
  unitLabel: 'H/s',
  minimumUnitOfMeasurement: 'g',
  minCalculatorUnit: 'g',
  maxCalculatorUnit: 'e',
  defaultCalculatorUnit: 't',
  wizardSort: 16,
  showInWizard: false,
  tags: ['asic'],
  isInOurEasyMiningApp: false,
  regions: ['us', 'eu', 'asia'],
  ports: {
    extraPorts: [
      {
        name: 'Low difficulty',
        showType: true,
        ports: [
          { number: 5555, ssl: false },
          { number: 15555, ssl: true },
        ],
      },
    ],
  },
  guides: [
    { name: 'ASIC setup', url: null, relativeUrl: '/support/article/asic-setup' },
    {
      name: 'cpuminer (minerd)',
      url: null,
      relativeUrl: '/support/article/how-to-mine-sha256-with-cpuminer-minerd',
    },
  ],
  facts: 'ASIC algorithm. A low-difficulty port serves small home miners.',
  // Bitcoin's compact target 0x1d00ffff, the difficulty 1 of every SHA-256d pool.
  difficulty1Target: 0xffffn << 208n,
  hardware: [
    { name: 'Bitmain Antminer S21 XP', type: 'asic', hashrate: '270000000000000', powerW: 3645 },
    { name: 'Bitmain Antminer S21 Pro', type: 'asic', hashrate: '234000000000000', powerW: 3510 },
    { name: 'Bitmain Antminer S21', type: 'asic', hashrate: '200000000000000', powerW: 3500 },
    { name: 'MicroBT Whatsminer M60S', type: 'asic', hashrate: '186000000000000', powerW: 3441 },
    { name: 'Bitmain Antminer S19 XP', type: 'asic', hashrate: '140000000000000', powerW: 3010 },
    { name: 'MicroBT Whatsminer M30S++', type: 'asic', hashrate: '112000000000000', powerW: 3472 },
    { name: 'Bitmain Antminer S19j Pro', type: 'asic', hashrate: '104000000000000', powerW: 3068 },
    { name: 'Bitmain Antminer S9', type: 'asic', hashrate: '13500000000000', powerW: 1323 },
    { name: 'Canaan Avalon Nano 3', type: 'asic', hashrate: '4000000000000', powerW: 140 },
    { name: 'Bitaxe Gamma', type: 'asic', hashrate: '1200000000000', powerW: 18 },
  ],
});
