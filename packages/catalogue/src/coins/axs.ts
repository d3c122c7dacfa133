import { defineCoin } from '../define-coin.ts';
import { bsc, ethereum, tokenOn } from '../token-networks.ts';

export const axs = defineCoin({
  symbol: 'AXS',
  name: 'Axie Infinity',
  category: 'gaming',
  tags: ['ERC20', 'BEP20'],
  chains: [
    tokenOn(bsc, {
      isDefault: true,
      paymentThreshold: '0.5',
      contract: '0x715D400F88C167884bbCc41C5FeA407ed4D2f8A0',
      precision: 8,
    }),
    tokenOn(ethereum, {
      paymentThreshold: '5',
      contract: '0xBB0E17EF65F82Ab018d8EDd776e8DD940327B28b',
      precision: 8,
    }),
  ],
});
