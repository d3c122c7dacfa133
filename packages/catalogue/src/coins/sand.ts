import { defineCoin } from '../define-coin.ts';
import { ethereum, polygon, tokenOn } from '../token-networks.ts';

export const sand = defineCoin({
  symbol: 'SAND',
  name: 'The Sandbox',
  category: 'gaming',
  tags: ['ERC20'],
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '50',
      contract: '0x3845badAde8e6dFF049820680d1F14bD3903a5d0',
      precision: 6,
    }),
    tokenOn(polygon, {
      paymentThreshold: '5',
      contract: '0xBbba073C31bF03b8ACf7c28EF0738DeCF3695683',
      precision: 6,
    }),
  ],
});
