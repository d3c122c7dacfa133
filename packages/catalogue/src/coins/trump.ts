import { defineCoin } from '../define-coin.ts';
import { solana, tokenOn } from '../token-networks.ts';

export const trump = defineCoin({
  symbol: 'TRUMP',
  name: 'OFFICIAL TRUMP',
  category: 'meme',
  tags: ['New', 'Meme', 'Solana'],
  isNew: true,
  highRisk: true,
  chains: [
    tokenOn(solana, {
      isDefault: true,
      paymentThreshold: '0.1',
      contract: '6p6xgHyF7AeE6TZkSmFsko444wqoP15icUSqi2jfGiPN',
      precision: 8,
    }),
  ],
});
