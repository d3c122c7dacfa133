import { defineCoin } from '../define-coin.ts';
import { ethereum, tokenOn } from '../token-networks.ts';

export const hot = defineCoin({
  symbol: 'HOT',
  name: 'Holo',
  category: 'layer1',
  tags: ['ERC20'],
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '20000',
      contract: '0x6c6EE5e31d828De241282B9606C8e98Ea48526E2',
      precision: 4,
    }),
  ],
});
