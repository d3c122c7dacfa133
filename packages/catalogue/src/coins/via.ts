import { defineCoin } from '../define-coin.ts';

export const via = defineCoin({
  symbol: 'VIA',
  name: 'Viacoin',
  category: 'layer1',
  highRisk: true,
  noPowNote: true,
  chains: [
    {
      network: 'VIA',
      name: 'Viacoin',
      isDefault: true,
      family: 'VIA',
      regex: '^(?:[VE][1-9A-HJ-NP-Za-km-z]{33}|via1q(?:[02-9ac-hj-np-z]{38}|[02-9ac-hj-np-z]{58}))$',
      paymentThreshold: '50',
      explorerAddress: 'https://explorer.viacoin.org/address/',
      explorerTx: 'https://explorer.viacoin.org/tx/',
      precision: 6,
    },
  ],
});
