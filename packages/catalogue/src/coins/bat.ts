import { defineCoin } from '../define-coin.ts';
import { ethereum, tokenOn } from '../token-networks.ts';

export const bat = defineCoin({
  symbol: 'BAT',
  name: 'Basic Attention Token',
  category: 'defi',
  tags: ['ERC20'],
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '100',
      contract: '0x0D8775F648430679A709E98d2b0Cb6250d2887EF',
      precision: 6,
    }),
  ],
});
