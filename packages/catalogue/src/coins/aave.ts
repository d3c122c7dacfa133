import { defineCoin } from '../define-coin.ts';
import { bsc, ethereum, tokenOn } from '../token-networks.ts';

export const aave = defineCoin({
  symbol: 'AAVE',
  name: 'Aave',
  category: 'defi',
  tags: ['ERC20', 'BEP20'],
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '0.1',
      contract: '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9',
      precision: 8,
    }),
    tokenOn(bsc, {
      paymentThreshold: '0.01',
      contract: '0xfb6115445Bff7b52FeB98650C87f44907E58f802',
      precision: 8,
    }),
  ],
});
