import { defineCoin } from '../define-coin.ts';
import { bsc, tron, tokenOn } from '../token-networks.ts';

export const btt = defineCoin({
  symbol: 'BTT',
  name: 'BitTorrent',
  category: 'layer1',
  tags: ['BEP20', 'TRC20'],
  highRisk: true,
  chains: [
    tokenOn(tron, {
      isDefault: true,
      paymentThreshold: '5000000',
      contract: 'TAFjULxiVgT4qWk6UZwjqwZXTSaGaqnVp4',
      precision: 2,
    }),
    tokenOn(bsc, {
      paymentThreshold: '2000000',
      contract: '0x352Cb5E19b12FC216548a2677bD0fce83BaE434B',
      precision: 2,
    }),
  ],
});
