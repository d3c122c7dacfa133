import { defineCoin } from '../define-coin.ts';
import { ethereum, tokenOn } from '../token-networks.ts';

export const enj = defineCoin({
  symbol: 'ENJ',
  name: 'Enjin Coin',
  category: 'gaming',
  tags: ['ERC20'],
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '200',
      contract: '0xF629cBd94d3791C9250152BD8dfBDF380E2a3B9c',
      precision: 6,
    }),
  ],
});
