import { defineCoin } from '../define-coin.ts';

// Some registries list the token as GRAM; TON stays the symbol because accounts are kept under it.
export const ton = defineCoin({
  symbol: 'TON',
  name: 'Toncoin',
  category: 'layer1',
  regexMemo: '^[A-Za-z0-9_-]{1,120}$',
  memoKind: 'TON transfer comment',
  aliases: ['GRAM'],
  chains: [
    {
      network: 'TON',
      name: 'TON',
      isDefault: true,
      family: 'TON',
      regex: '^[EU]Q[A-Za-z0-9_-]{46}$',
      regexMemo: '^[A-Za-z0-9_-]{1,120}$',
      paymentThreshold: '0.5',
      explorerAddress: 'https://tonviewer.com/',
      explorerTx: 'https://tonviewer.com/transaction/',
      precision: 8,
    },
  ],
});
