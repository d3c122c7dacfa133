import { defineCoin } from '../define-coin.ts';

export const nexa = defineCoin({
  symbol: 'NEXA',
  name: 'Nexa',
  category: 'mineable',
  tags: ['New'],
  isNew: true,
  highRisk: true,
  addressPrefix: 'nexa:',
  chains: [
    {
      network: 'NEXA',
      name: 'Nexa',
      isDefault: true,
      family: 'NEXA',
      regex: '^nexa:(?:nqtsq5g5[02-9ac-hj-np-z]{40}|[qp][02-9ac-hj-np-z]{41})$',
      paymentThreshold: '1000000',
      explorerAddress: 'https://explorer.nexa.org/address/',
      explorerTx: 'https://explorer.nexa.org/tx/',
      precision: 2,
    },
  ],
});
