import { defineCoin } from '../define-coin.ts';
import { ethereum, tokenOn } from '../token-networks.ts';

// Lisk moved to an Ethereum layer 2 in 2024, so LSK is paid as an ERC-20 token.
export const lsk = defineCoin({
  symbol: 'LSK',
  name: 'Lisk',
  category: 'layer2',
  tags: ['ERC20'],
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '50',
      contract: '0x6033F7f88332B8db6ad452B7C6D5bB643990aE3f',
      precision: 6,
    }),
  ],
});
