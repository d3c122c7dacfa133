import { defineCoin } from '../define-coin.ts';

export const btg = defineCoin({
  symbol: 'BTG',
  name: 'Bitcoin Gold',
  category: 'mineable',
  highRisk: true,
  noPowNote: true,
  chains: [
    {
      network: 'BTG',
      name: 'Bitcoin Gold',
      isDefault: true,
      family: 'BTG',
      regex: '^(?:[GA][1-9A-HJ-NP-Za-km-z]{33}|btg1q(?:[02-9ac-hj-np-z]{38}|[02-9ac-hj-np-z]{58}))$',
      paymentThreshold: '0.2',
      explorerAddress: 'https://explorer.bitcoingold.org/insight/address/',
      explorerTx: 'https://explorer.bitcoingold.org/insight/tx/',
      precision: 8,
    },
  ],
});
