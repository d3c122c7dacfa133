import { defineCoin } from '../define-coin.ts';

export const kls = defineCoin({
  symbol: 'KLS',
  name: 'Karlsen',
  category: 'mineable',
  tags: ['New'],
  isNew: true,
  highRisk: true,
  addressPrefix: 'karlsen:',
  chains: [
    {
      network: 'KLS',
      name: 'Karlsen',
      isDefault: true,
      family: 'KLS',
      regex: '^karlsen:(?:[qp][02-9ac-hj-np-z]{60}|q[02-9ac-hj-np-z]{62})$',
      paymentThreshold: '200',
      explorerAddress: 'https://explorer.karlsencoin.com/addresses/',
      explorerTx: 'https://explorer.karlsencoin.com/txs/',
      precision: 6,
    },
  ],
});
