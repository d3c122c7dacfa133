import { defineCoin } from '../define-coin.ts';

export const xmr = defineCoin({
  symbol: 'XMR',
  name: 'Monero',
  category: 'mineable',
  noPowNote: true,
  chains: [
    {
      network: 'XMR',
      name: 'Monero',
      isDefault: true,
      family: 'XMR',
      regex: '^(?:4[1-9A-HJ-NP-Za-km-z]{94}|8[1-9A-HJ-NP-Za-km-z]{94}|4[1-9A-HJ-NP-Za-km-z]{105})$',
      paymentThreshold: '0.01',
      explorerAddress: 'https://xmrchain.net/search?value=',
      explorerTx: 'https://xmrchain.net/tx/',
      precision: 8,
    },
  ],
});
