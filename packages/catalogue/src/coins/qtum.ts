import { defineCoin } from '../define-coin.ts';

export const qtum = defineCoin({
  symbol: 'QTUM',
  name: 'Qtum',
  category: 'layer1',
  chains: [
    {
      network: 'QTUM',
      name: 'Qtum',
      isDefault: true,
      family: 'QTUM',
      regex:
        '^(?:[QM][1-9A-HJ-NP-Za-km-z]{33}|qc1(?:q(?:[02-9ac-hj-np-z]{38}|[02-9ac-hj-np-z]{58})|p[02-9ac-hj-np-z]{58}))$',
      paymentThreshold: '0.5',
      explorerAddress: 'https://qtum.info/address/',
      explorerTx: 'https://qtum.info/tx/',
      precision: 8,
    },
  ],
});
