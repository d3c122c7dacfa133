import { defineCoin } from '../define-coin.ts';
import { ethereum, tokenOn } from '../token-networks.ts';

export const ldo = defineCoin({
  symbol: 'LDO',
  name: 'Lido DAO',
  category: 'defi',
  tags: ['ERC20'],
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '20',
      contract: '0x5A98FcBEA516Cf06857215779Fd812CA3beF1B32',
      precision: 8,
    }),
  ],
});
