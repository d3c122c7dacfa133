import { defineCoin } from '../define-coin.ts';
import { tron, tokenOn } from '../token-networks.ts';

export const sun = defineCoin({
  symbol: 'SUN',
  name: 'Sun Token',
  category: 'defi',
  tags: ['TRC20'],
  chains: [
    tokenOn(tron, {
      isDefault: true,
      paymentThreshold: '200',
      contract: 'TSSMHYeV2uE9qYH95DqyoCuNCzEL1NvU3S',
      precision: 6,
    }),
  ],
});
