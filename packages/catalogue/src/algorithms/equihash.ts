import { defineAlgorithm } from '../define-algorithm.ts';

export const equihash = defineAlgorithm({
  code: 'equihash',
  name: 'Equihash',
  longName: 'Equihash 200,9',
  typeCode: 'asic',
  type: 'ASIC',
  miningVia: 'Zcash (ZEC)',
  symbol: 'ZEC',
  symbolDesc: 'Zcash',
  symbolLogo: '/coins/zec.svg',
  unitOfMeasurement: 'sol',
  unitLabel: 'Sol/s',
  minimumUnitOfMeasurement: 'k',
  minCalculatorUnit: 'k',
  maxCalculatorUnit: 'g',
  defaultCalculatorUnit: 'k',
  wizardSort: 15,
  showInWizard: false,
  tags: ['asic'],
  isInOurEasyMiningApp: false,
  ports: {
    highDiffPorts: [
      { port: 4445, ssl: false },
      { port: 4446, ssl: true },
    ],
  },
  guides: [{ name: 'ASIC setup', url: null, relativeUrl: '/support/article/asic-setup' }],
  facts: 'ASIC algorithm measured in solutions per second.',
  // Zcash pools set the target to 0x0007ff..ff at difficulty 1, so it stands for 8,192 solutions.
  difficulty1Target: 2n ** 243n - 1n,
  hardware: [
    { name: 'Bitmain Antminer Z15 Pro', type: 'asic', hashrate: '840000', powerW: 2780 },
    { name: 'Bitmain Antminer Z15', type: 'asic', hashrate: '420000', powerW: 1510 },
    { name: 'Bitmain Antminer Z11', type: 'asic', hashrate: '135000', powerW: 1418 },
    { name: 'Bitmain Antminer Z9 mini', type: 'asic', hashrate: '10000', powerW: 300 },
    { name: 'Innosilicon A9++', type: 'asic', hashrate: '140000', powerW: 1550 },
  ],
});
