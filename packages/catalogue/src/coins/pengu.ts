import { defineCoin } from '../define-coin.ts';
import { solana, tokenOn } from '../token-networks.ts';

export const pengu = defineCoin({
  symbol: 'PENGU',
  name: 'Pudgy Penguins',
  category: 'meme',
  tags: ['New', 'Meme', 'Solana'],
  isNew: true,
  highRisk: true,
  chains: [
    tokenOn(solana, {
      isDefault: true,
      paymentThreshold: '100',
      contract: '2zMMhcVQEXDtdE6vsFS7S7D5oUodfJHE8vd1gnBouauv',
      precision: 6,
    }),
  ],
});
