import { defineCoin } from '../define-coin.ts';
import { bsc, ethereum, polygon, solana, tron, tokenOn } from '../token-networks.ts';

export const usdc = defineCoin({
  symbol: 'USDC',
  name: 'USD Coin',
  category: 'stablecoin',
  tags: ['ERC20', 'BEP20', 'TRC20', 'Solana'],
  chains: [
    tokenOn(bsc, {
      isDefault: true,
      paymentThreshold: '2',
      contract: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
      precision: 6,
    }),
    tokenOn(ethereum, {
      paymentThreshold: '20',
      contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      precision: 6,
    }),
    tokenOn(solana, {
      paymentThreshold: '2',
      contract: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      precision: 6,
    }),
    tokenOn(polygon, {
      paymentThreshold: '2',
      contract: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
      precision: 6,
    }),
    tokenOn(tron, {
      paymentThreshold: '5',
      contract: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
      precision: 6,
    }),
  ],
});
