import { defineCoin } from '../define-coin.ts';

export const rvn = defineCoin({
  symbol: 'RVN',
  name: 'Ravencoin',
  logo: '/coins/rvn.svg',
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
      network: 'RVN',
      name: 'Ravencoin',
      isDefault: true,
      tokenStandard: null,
      family: 'RVN',
      regex: '^[Rr][1-9A-HJ-NP-Za-km-z]{33}$',
      regexMemo: null,
      paymentThreshold: '100',
      enabled: true,
      contract: null,
      explorerAddress: 'https://blockbook.ravencoin.org/address/',
      explorerTx: 'https://blockbook.ravencoin.org/tx/',
      precision: 6,
    },
  ],
});
