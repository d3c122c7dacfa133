import { defineCoin } from '../define-coin.ts';
import { ethereum, polygon, tokenOn } from '../token-networks.ts';

export const zrx = defineCoin({
  symbol: 'ZRX',
  name: '0x Protocol',
  category: 'defi',
  tags: ['ERC20'],
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '50',
      contract: '0xE41d2489571d322189246DaFA5ebDe1F4699F498',
      precision: 6,
    }),
    tokenOn(polygon, {
      paymentThreshold: '5',
      contract: '0x5559Edb74751A0edE9DeA4DC23aeE72cCA6bE3D5',
      precision: 6,
    }),
  ],
});
