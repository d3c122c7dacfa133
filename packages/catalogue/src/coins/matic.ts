import { defineCoin } from '../define-coin.ts';
import { ethereum, tokenOn } from '../token-networks.ts';

// Delisted because the token migrated to POL in 2024.
export const matic = defineCoin({
  symbol: 'MATIC',
  name: 'Polygon (old MATIC)',
  category: 'delisted',
  tags: ['ERC20'],
  delisted: true,
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '100',
      enabled: false,
      contract: '0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0',
      precision: 6,
    }),
    {
      network: 'POLYGON',
      name: 'Polygon PoS',
      family: 'EVM',
      regex: '^0x[0-9a-fA-F]{40}$',
      paymentThreshold: '5',
      enabled: false,
      explorerAddress: 'https://polygonscan.com/address/',
      explorerTx: 'https://polygonscan.com/tx/',
      precision: 6,
    },
  ],
});
