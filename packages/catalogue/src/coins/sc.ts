import { defineCoin } from '../define-coin.ts';

export const sc = defineCoin({
  symbol: 'SC',
  name: 'Siacoin',
  logo: '/coins/sc.svg',
  category: 'mineable',
  tags: [],
  isNew: false,
  delisted: false,
  highRisk: false,
  noPowNote: true,
  addressPrefix: null,
  regexMemo: null,
  memoKind: null,
  aliases: [],
  chains: [
    {
      network: 'SC',
      name: 'Siacoin',
      isDefault: true,
      tokenStandard: null,
      family: 'SC',
      regex: '^[0-9a-f]{76}$',
      regexMemo: null,
      paymentThreshold: '500',
      enabled: true,
      contract: null,
      explorerAddress: 'https://siascan.com/address/',
      explorerTx: 'https://siascan.com/tx/',
      precision: 4,
    },
  ],
});
