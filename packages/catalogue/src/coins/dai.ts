import { defineCoin } from '../define-coin.ts';
import { bsc, ethereum, polygon, tokenOn } from '../token-networks.ts';

export const dai = defineCoin({
  symbol: 'DAI',
  name: 'Dai',
  category: 'stablecoin',
  tags: ['ERC20', 'BEP20'],
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '20',
      contract: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
      precision: 8,
    }),
    tokenOn(bsc, {
      paymentThreshold: '2',
      contract: '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3',
      precision: 8,
    }),
    tokenOn(polygon, {
      paymentThreshold: '2',
      contract: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063',
      precision: 8,
    }),
  ],
});
