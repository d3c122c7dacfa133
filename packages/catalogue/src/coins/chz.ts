import { defineCoin } from '../define-coin.ts';
import { ethereum, tokenOn } from '../token-networks.ts';

export const chz = defineCoin({
  symbol: 'CHZ',
  name: 'Chiliz',
  category: 'gaming',
  tags: ['ERC20'],
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '500',
      contract: '0x3506424F91fD33084466F402d5D97f05F8e3b4AF',
      precision: 6,
    }),
  ],
});
