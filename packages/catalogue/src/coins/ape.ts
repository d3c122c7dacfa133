import { defineCoin } from '../define-coin.ts';
import { ethereum, tokenOn } from '../token-networks.ts';

export const ape = defineCoin({
  symbol: 'APE',
  name: 'ApeCoin',
  category: 'gaming',
  tags: ['ERC20'],
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '20',
      contract: '0x4d224452801ACEd8B2F0aebE155379bb5D594381',
      precision: 6,
    }),
  ],
});
