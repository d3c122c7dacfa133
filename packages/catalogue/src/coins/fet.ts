import { defineCoin } from '../define-coin.ts';
import { bsc, ethereum, tokenOn } from '../token-networks.ts';

export const fet = defineCoin({
  symbol: 'FET',
  name: 'Artificial Superintelligence Alliance',
  category: 'defi',
  tags: ['ERC20', 'BEP20'],
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '20',
      contract: '0xaea46A60368A7bD060eec7DF8CBa43b7EF41Ad85',
      precision: 8,
    }),
    tokenOn(bsc, {
      paymentThreshold: '2',
      contract: '0x031b41e504677879370e9DBcF937283A8691Fa7f',
      precision: 8,
    }),
  ],
});
