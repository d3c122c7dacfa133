import { defineCoin } from '../define-coin.ts';

export const kas = defineCoin({
  symbol: 'KAS',
  name: 'Kaspa',
  category: 'mineable',
  addressPrefix: 'kaspa:',
  chains: [
    {
      network: 'KAS',
      name: 'Kaspa',
      isDefault: true,
      family: 'KAS',
      regex: '^kaspa:(?:[qp][02-9ac-hj-np-z]{60}|q[02-9ac-hj-np-z]{62})$',
      paymentThreshold: '20',
      explorerAddress: 'https://explorer.kaspa.org/addresses/',
      explorerTx: 'https://explorer.kaspa.org/txs/',
      precision: 6,
    },
  ],
});
