import { defineCoin } from '../define-coin.ts';
import { bsc, ethereum, tokenOn } from '../token-networks.ts';

export const floki = defineCoin({
  symbol: 'FLOKI',
  name: 'FLOKI',
  category: 'meme',
  tags: ['Meme', 'ERC20', 'BEP20'],
  highRisk: true,
  chains: [
    tokenOn(bsc, {
      isDefault: true,
      paymentThreshold: '20000',
      contract: '0xfb5B838b6cfEEdC2873aB27866079AC55363D37E',
      precision: 2,
    }),
    tokenOn(ethereum, {
      paymentThreshold: '200000',
      contract: '0xcf0C122c6b73ff809C693DB761e7BaeBe62b6a2E',
      precision: 2,
    }),
  ],
});
