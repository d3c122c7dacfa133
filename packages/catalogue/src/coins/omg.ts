import { defineCoin } from '../define-coin.ts';
import { ethereum, tokenOn } from '../token-networks.ts';

// Delisted because the network is inactive.
export const omg = defineCoin({
  symbol: 'OMG',
  name: 'OMG Network',
  category: 'delisted',
  tags: ['ERC20'],
  delisted: true,
  highRisk: true,
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '100',
      enabled: false,
      contract: '0xd26114cd6EE289AccF82350c8d8487fedB8A0C07',
      precision: 6,
    }),
  ],
});
