import { defineCoin } from '../define-coin.ts';

export const dash = defineCoin({
  symbol: 'DASH',
  name: 'Dash',
  category: 'layer1',
  noPowNote: true,
  chains: [
    {
      network: 'DASH',
      name: 'Dash',
      isDefault: true,
      family: 'DASH',
      regex: '^[X7][1-9A-HJ-NP-Za-km-z]{33}$',
      paymentThreshold: '0.05',
      explorerAddress: 'https://blockchair.com/dash/address/',
      explorerTx: 'https://blockchair.com/dash/transaction/',
      precision: 8,
    },
  ],
});
