import { defineCoin } from '../define-coin.ts';

export const hbar = defineCoin({
  symbol: 'HBAR',
  name: 'Hedera',
  category: 'layer1',
  regexMemo: '^[A-Za-z0-9_-]{1,100}$',
  memoKind: 'Hedera transaction memo, limit 100 bytes',
  chains: [
    {
      network: 'HBAR',
      name: 'Hedera',
      isDefault: true,
      family: 'HBAR',
      regex: '^0\\.0\\.(?:0|[1-9]\\d{0,9})(?:-[a-z]{5})?$',
      regexMemo: '^[A-Za-z0-9_-]{1,100}$',
      paymentThreshold: '5',
      explorerAddress: 'https://hashscan.io/mainnet/account/',
      explorerTx: 'https://hashscan.io/mainnet/transaction/',
      precision: 6,
    },
  ],
});
