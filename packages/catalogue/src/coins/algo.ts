import { defineCoin } from '../define-coin.ts';

export const algo = defineCoin({
  symbol: 'ALGO',
  name: 'Algorand',
  category: 'layer1',
  chains: [
    {
      network: 'ALGO',
      name: 'Algorand',
      isDefault: true,
      family: 'ALGO',
      regex: '^[A-Z2-7]{58}$',
      paymentThreshold: '5',
      explorerAddress: 'https://allo.info/account/',
      explorerTx: 'https://allo.info/tx/',
      precision: 6,
    },
  ],
});
