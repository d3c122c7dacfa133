import { defineCoin } from '../define-coin.ts';

export const rune = defineCoin({
  symbol: 'RUNE',
  name: 'THORChain',
  category: 'layer1',
  highRisk: true,
  regexMemo: '^[A-Za-z0-9_-]{1,128}$',
  memoKind: 'THORChain memo',
  chains: [
    {
      network: 'RUNE',
      name: 'THORChain',
      isDefault: true,
      family: 'RUNE',
      regex: '^thor1[02-9ac-hj-np-z]{38}$',
      regexMemo: '^[A-Za-z0-9_-]{1,128}$',
      paymentThreshold: '1',
      explorerAddress: 'https://viewblock.io/thorchain/address/',
      explorerTx: 'https://viewblock.io/thorchain/tx/',
      precision: 8,
    },
  ],
});
