import { defineCoin } from '../define-coin.ts';
import { bsc, ethereum, tokenOn } from '../token-networks.ts';

export const uni = defineCoin({
  symbol: 'UNI',
  name: 'Uniswap',
  category: 'defi',
  tags: ['ERC20', 'BEP20'],
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '2',
      contract: '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984',
      precision: 8,
    }),
    tokenOn(bsc, {
      paymentThreshold: '0.2',
      contract: '0xBf5140A22578168FD562DCcF235E5D43A02ce9B1',
      precision: 8,
    }),
  ],
});
