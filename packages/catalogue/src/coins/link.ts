import { defineCoin } from '../define-coin.ts';
import { bsc, ethereum, tokenOn } from '../token-networks.ts';

export const link = defineCoin({
  symbol: 'LINK',
  name: 'Chainlink',
  category: 'defi',
  tags: ['ERC20', 'BEP20'],
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '1',
      contract: '0x514910771AF9Ca656af840dff83E8264EcF986CA',
      precision: 8,
    }),
    tokenOn(bsc, {
      paymentThreshold: '0.1',
      contract: '0xF8A0BF9cF54Bb92F17374d9e9A321E6a111a51bD',
      precision: 8,
    }),
  ],
});
