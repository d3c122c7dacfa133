import { defineCoin } from '../define-coin.ts';
import { solana, tokenOn } from '../token-networks.ts';

export const jup = defineCoin({
  symbol: 'JUP',
  name: 'Jupiter',
  category: 'defi',
  tags: ['New', 'Solana'],
  isNew: true,
  chains: [
    tokenOn(solana, {
      isDefault: true,
      paymentThreshold: '2',
      contract: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
      precision: 8,
    }),
  ],
});
