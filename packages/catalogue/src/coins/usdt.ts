import { defineCoin } from '../define-coin.ts';
import { bsc, ethereum, polygon, solana, tron, tokenOn } from '../token-networks.ts';

export const usdt = defineCoin({
  symbol: 'USDT',
  name: 'Tether USD',
  category: 'stablecoin',
  tags: ['ERC20', 'BEP20', 'TRC20', 'Solana'],
  chains: [
    tokenOn(tron, {
      isDefault: true,
      paymentThreshold: '10',
      contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      precision: 6,
    }),
    tokenOn(bsc, {
      paymentThreshold: '2',
      contract: '0x55d398326f99059fF775485246999027B3197955',
      precision: 6,
    }),
    tokenOn(ethereum, {
      paymentThreshold: '20',
      contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      precision: 6,
    }),
    tokenOn(solana, {
      paymentThreshold: '2',
      contract: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
      precision: 6,
    }),
    tokenOn(polygon, {
      paymentThreshold: '2',
      contract: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
      precision: 6,
    }),
  ],
});
