import { defineCoin } from '../define-coin.ts';
import { optimism, tokenOn } from '../token-networks.ts';

export const op = defineCoin({
  symbol: 'OP',
  name: 'Optimism',
  category: 'layer2',
  chains: [
    tokenOn(optimism, {
      isDefault: true,
      paymentThreshold: '2',
      contract: '0x4200000000000000000000000000000000000042',
      precision: 8,
    }),
  ],
});
