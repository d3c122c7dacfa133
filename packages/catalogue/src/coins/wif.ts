import { defineCoin } from '../define-coin.ts';
import { solana, tokenOn } from '../token-networks.ts';

export const wif = defineCoin({
  symbol: 'WIF',
  name: 'dogwifhat',
  category: 'meme',
  tags: ['New', 'Meme', 'Solana'],
  isNew: true,
  highRisk: true,
  chains: [
    tokenOn(solana, {
      isDefault: true,
      paymentThreshold: '2',
      contract: 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm',
      precision: 8,
    }),
  ],
});
