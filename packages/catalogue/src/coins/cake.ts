import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

export const cake = defineCoin({
  symbol: 'CAKE',
  name: 'PancakeSwap',
  category: 'defi',
  tags: ['BEP20'],
  chains: [
    tokenOn(bsc, {
      isDefault: true,
      paymentThreshold: '1',
      contract: '0x0E09FaBB73Bd3Ade0a17ECC321fD13a19e81cE82',
      precision: 8,
    }),
  ],
});
