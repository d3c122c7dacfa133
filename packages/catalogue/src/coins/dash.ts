import { defineCoin } from '../define-coin.ts';

export const dash = defineCoin({
  symbol: 'DASH',
  name: 'Dash',
  logo: '/coins/dash.svg',
  category: 'layer1',
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
      network: 'DASH',
      name: 'Dash',
      isDefault: true,
      tokenStandard: null,
      family: 'DASH',
      regex: '^[X7][1-9A-HJ-NP-Za-km-z]{33}$',
      regexMemo: null,
      paymentThreshold: '0.05',
      enabled: true,
      contract: null,
      explorerAddress: 'https://blockchair.com/dash/address/',
      explorerTx: 'https://blockchair.com/dash/transaction/',
      precision: 8,
    },
  ],
});
