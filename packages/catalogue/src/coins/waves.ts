import { defineCoin } from '../define-coin.ts';

export const waves = defineCoin({
  symbol: 'WAVES',
  name: 'Waves',
  category: 'layer1',
  highRisk: true,
  chains: [
    {
      network: 'WAVES',
      name: 'Waves',
      isDefault: true,
      family: 'WAVES',
      regex: '^3P[1-9A-HJ-NP-Za-km-z]{33}$',
      paymentThreshold: '1',
      enabled: false,
      explorerAddress: 'https://wavesexplorer.com/address/',
      explorerTx: 'https://wavesexplorer.com/tx/',
      precision: 8,
    },
  ],
});
