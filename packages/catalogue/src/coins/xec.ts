import { defineCoin } from '../define-coin.ts';

// Addresses are accepted with and without the prefix.
export const xec = defineCoin({
  symbol: 'XEC',
  name: 'eCash',
  category: 'layer1',
  addressPrefix: 'ecash:',
  chains: [
    {
      network: 'XEC',
      name: 'eCash',
      isDefault: true,
      family: 'XEC',
      regex: '^(?:ecash:)?[qp][02-9ac-hj-np-z]{41}$',
      paymentThreshold: '50000',
      explorerAddress: 'https://explorer.bitcoinabc.org/address/',
      explorerTx: 'https://explorer.bitcoinabc.org/tx/',
      precision: 2,
    },
  ],
});
