import { defineCoin } from '../define-coin.ts';

export const rune = defineCoin({
  symbol: 'RUNE',
  name: 'THORChain',
  logo: '/coins/rune.svg',
  category: 'layer1',
  tags: [],
  isNew: false,
  delisted: false,
  highRisk: true,
  noPowNote: false,
  addressPrefix: null,
  regexMemo: '^[A-Za-z0-9_-]{1,128}$',
  memoKind: 'THORChain memo',
  aliases: [],
  chains: [
    {
      network: 'RUNE',
      name: 'THORChain',
      isDefault: true,
      tokenStandard: null,
      family: 'RUNE',
      regex: '^thor1[02-9ac-hj-np-z]{38}$',
      regexMemo: '^[A-Za-z0-9_-]{1,128}$',
      paymentThreshold: '1',
      enabled: true,
      contract: null,
      explorerAddress: 'https://viewblock.io/thorchain/address/',
      explorerTx: 'https://viewblock.io/thorchain/tx/',
      precision: 8,
    },
  ],
});
