import { defineCoin } from '../define-coin.ts';
import { tron, tokenOn } from '../token-networks.ts';

export const jst = defineCoin({
  symbol: 'JST',
  name: 'JUST',
  category: 'defi',
  tags: ['TRC20'],
  chains: [
    tokenOn(tron, {
      isDefault: true,
      paymentThreshold: '100',
      contract: 'TCFLL5dx5ZJdKnWuesXxi1VPwjLVmWZZy9',
      precision: 6,
    }),
  ],
});
