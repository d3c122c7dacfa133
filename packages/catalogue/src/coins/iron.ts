import { defineCoin } from '../define-coin.ts';

export const iron = defineCoin({
  symbol: 'IRON',
  name: 'Iron Fish',
  category: 'mineable',
  tags: ['New'],
  isNew: true,
  highRisk: true,
  regexMemo: '^[A-Za-z0-9_-]{1,32}$',
  memoKind: 'Iron Fish note memo, 32 bytes',
  chains: [
    {
      network: 'IRON',
      name: 'Iron Fish',
      isDefault: true,
      family: 'IRON',
      regex: '^[0-9a-f]{64}$',
      regexMemo: '^[A-Za-z0-9_-]{1,32}$',
      paymentThreshold: '5',
      explorerAddress: 'https://explorer.ironfish.network/',
      explorerTx: 'https://explorer.ironfish.network/transaction/',
      precision: 6,
    },
  ],
});
