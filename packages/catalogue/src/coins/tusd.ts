import { defineCoin } from '../define-coin.ts';
import { bsc, ethereum, tokenOn } from '../token-networks.ts';

export const tusd = defineCoin({
  symbol: 'TUSD',
  name: 'TrueUSD',
  category: 'stablecoin',
  tags: ['ERC20', 'BEP20'],
  chains: [
    tokenOn(bsc, {
      isDefault: true,
      paymentThreshold: '2',
      contract: '0x40af3827F39D0EAcBF4A168f8D4ee67c121D11c9',
      precision: 8,
    }),
    tokenOn(ethereum, {
      paymentThreshold: '20',
      contract: '0x0000000000085d4780B73119b644AE5ecd22b376',
      precision: 8,
    }),
  ],
});
