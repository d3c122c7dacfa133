import { defineCoin } from '../define-coin.ts';
import { ethereum, polygon, tokenOn } from '../token-networks.ts';

export const mana = defineCoin({
  symbol: 'MANA',
  name: 'Decentraland',
  category: 'gaming',
  tags: ['ERC20'],
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '50',
      contract: '0x0F5D2fB29fb7d3CFeE444a200298f468908cC942',
      precision: 6,
    }),
    tokenOn(polygon, {
      paymentThreshold: '5',
      contract: '0xA1c57f48F0Deb89f569dFbE6E2B7f46D33606fD4',
      precision: 6,
    }),
  ],
});
