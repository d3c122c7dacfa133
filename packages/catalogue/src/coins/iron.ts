import { defineCoin } from '../define-coin.ts';

export const iron = defineCoin({
  symbol: 'IRON',
  name: 'Iron Fish',
  logo: '/coins/iron.svg',
  category: 'mineable',
  tags: ['New'],
  isNew: true,
  delisted: false,
  highRisk: true,
  noPowNote: false,
  addressPrefix: null,
  regexMemo: '^[A-Za-z0-9_-]{1,32}$',
  memoKind: 'Iron Fish note memo, 32 bytes',
  aliases: [],
  chains: [
    {
      network: 'IRON',
      name: 'Iron Fish',
      isDefault: true,
      tokenStandard: null,
      family: 'IRON',
      regex: '^[0-9a-f]{64}$',
      regexMemo: '^[A-Za-z0-9_-]{1,32}$',
      paymentThreshold: '5',
      enabled: true,
      contract: null,
      explorerAddress: 'https://explorer.ironfish.network/',
      explorerTx: 'https://explorer.ironfish.network/transaction/',
      precision: 6,
    },
  ],
});
