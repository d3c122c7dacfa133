import { defineCoin } from '../define-coin.ts';
import { ethereum, polygon, tokenOn } from '../token-networks.ts';

export const wbtc = defineCoin({
  symbol: 'WBTC',
  name: 'Wrapped Bitcoin',
  category: 'defi',
  tags: ['ERC20'],
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '0.0002',
      contract: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
      precision: 8,
    }),
    tokenOn(polygon, {
      paymentThreshold: '0.00002',
      contract: '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6',
      precision: 8,
    }),
  ],
});
