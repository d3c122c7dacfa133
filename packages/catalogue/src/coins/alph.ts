import { defineCoin } from '../define-coin.ts';

export const alph = defineCoin({
  symbol: 'ALPH',
  name: 'Alephium',
  category: 'mineable',
  tags: ['New'],
  isNew: true,
  chains: [
    {
      network: 'ALPH',
      name: 'Alephium',
      isDefault: true,
      family: 'ALPH',
      regex: '^1[1-9A-HJ-NP-Za-km-z]{43,45}$',
      paymentThreshold: '2',
      explorerAddress: 'https://explorer.alephium.org/addresses/',
      explorerTx: 'https://explorer.alephium.org/transactions/',
      precision: 8,
    },
  ],
});
