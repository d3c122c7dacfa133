import { defineCoin } from '../define-coin.ts';
import { ethereum, tokenOn } from '../token-networks.ts';

export const crv = defineCoin({
  symbol: 'CRV',
  name: 'Curve DAO',
  category: 'defi',
  tags: ['ERC20'],
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '50',
      contract: '0xD533a949740bb3306d119CC777fa900bA034cd52',
      precision: 6,
    }),
  ],
});
