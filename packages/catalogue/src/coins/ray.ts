import { defineCoin } from '../define-coin.ts';
import { solana, tokenOn } from '../token-networks.ts';

export const ray = defineCoin({
  symbol: 'RAY',
  name: 'Raydium',
  category: 'defi',
  tags: ['Solana'],
  chains: [
    tokenOn(solana, {
      isDefault: true,
      paymentThreshold: '0.2',
      contract: '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R',
      precision: 8,
    }),
  ],
});
