import { defineCoin } from '../define-coin.ts';
import { solana, tokenOn } from '../token-networks.ts';

export const bonk = defineCoin({
  symbol: 'BONK',
  name: 'Bonk',
  category: 'meme',
  tags: ['Meme', 'Solana'],
  highRisk: true,
  chains: [
    tokenOn(solana, {
      isDefault: true,
      paymentThreshold: '100000',
      contract: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
      precision: 2,
    }),
  ],
});
