import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

export const babydoge = defineCoin({
  symbol: 'BABYDOGE',
  name: 'Baby Doge Coin',
  category: 'meme',
  tags: ['Meme', 'BEP20'],
  highRisk: true,
  chains: [
    tokenOn(bsc, {
      isDefault: true,
      paymentThreshold: '1000000000',
      contract: '0xc748673057861a797275CD8A068AbB95A902e8de',
      precision: 2,
    }),
  ],
});
