import { defineCoin } from '../define-coin.ts';
import { bsc, ethereum, tokenOn } from '../token-networks.ts';

export const elon = defineCoin({
  symbol: 'ELON',
  name: 'Dogelon Mars',
  category: 'meme',
  tags: ['Meme', 'ERC20', 'BEP20'],
  highRisk: true,
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '200000000',
      contract: '0x761D38e5ddf6ccf6Cf7c55759d5210750B5D60F3',
      precision: 2,
    }),
    tokenOn(bsc, {
      paymentThreshold: '20000000',
      contract: '0x7bd6FaBD64813c48545C9c0e312A0099d9be2540',
      precision: 2,
    }),
  ],
});
