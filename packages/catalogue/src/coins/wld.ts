import { defineCoin } from '../define-coin.ts';
import { ethereum, optimism, tokenOn } from '../token-networks.ts';

export const wld = defineCoin({
  symbol: 'WLD',
  name: 'Worldcoin',
  category: 'defi',
  tags: ['ERC20'],
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '20',
      contract: '0x163f8C2467924be0ae7B5347228CABF260318753',
      precision: 8,
    }),
    tokenOn(optimism, {
      paymentThreshold: '2',
      contract: '0xdC6fF44d5d932Cbd77B52E5612Ba0529DC6226F1',
      precision: 8,
    }),
  ],
});
