import { defineCoin } from '../define-coin.ts';
import { ethereum, tokenOn } from '../token-networks.ts';

export const gala = defineCoin({
  symbol: 'GALA',
  name: 'Gala',
  category: 'gaming',
  tags: ['ERC20'],
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '1000',
      contract: '0xd1d2Eb1B1e90B638588728b4130137D262C87cae',
      precision: 6,
    }),
  ],
});
