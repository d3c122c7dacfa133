import { defineCoin } from '../define-coin.ts';

export const icx = defineCoin({
  symbol: 'ICX',
  name: 'ICON',
  category: 'layer1',
  chains: [
    {
      network: 'ICX',
      name: 'ICON',
      isDefault: true,
      family: 'ICX',
      regex: '^(?:hx|cx)[0-9a-f]{40}$',
      paymentThreshold: '10',
      explorerAddress: 'https://tracker.icon.community/address/',
      explorerTx: 'https://tracker.icon.community/transaction/',
      precision: 6,
    },
  ],
});
