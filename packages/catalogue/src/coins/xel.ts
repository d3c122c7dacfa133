import { defineCoin } from '../define-coin.ts';

export const xel = defineCoin({
  symbol: 'XEL',
  name: 'Xelis',
  category: 'mineable',
  tags: ['New'],
  isNew: true,
  highRisk: true,
  addressPrefix: 'xel:',
  chains: [
    {
      network: 'XEL',
      name: 'Xelis',
      isDefault: true,
      family: 'XEL',
      regex: '^xel:[02-9ac-hj-np-z]{59}(?:[02-9ac-hj-np-z]{1,1500})?$',
      paymentThreshold: '0.5',
      explorerAddress: 'https://explorer.xelis.io/accounts/',
      explorerTx: 'https://explorer.xelis.io/txs/',
      precision: 8,
    },
  ],
});
