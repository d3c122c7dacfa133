import { defineCoin } from '../define-coin.ts';
import { bsc, tron, tokenOn } from '../token-networks.ts';

export const win = defineCoin({
  symbol: 'WIN',
  name: 'WINkLink',
  category: 'defi',
  tags: ['BEP20', 'TRC20'],
  highRisk: true,
  chains: [
    tokenOn(tron, {
      isDefault: true,
      paymentThreshold: '50000',
      contract: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
      precision: 2,
    }),
    tokenOn(bsc, {
      paymentThreshold: '50000',
      contract: '0xaeF0d72a118ce24feE3cD1d43d383897D05B4e99',
      precision: 2,
    }),
  ],
});
