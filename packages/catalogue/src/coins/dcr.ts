import { defineCoin } from '../define-coin.ts';

export const dcr = defineCoin({
  symbol: 'DCR',
  name: 'Decred',
  logo: '/coins/dcr.svg',
  category: 'layer1',
  tags: [],
  isNew: false,
  delisted: false,
  highRisk: false,
  noPowNote: false,
  addressPrefix: null,
  regexMemo: null,
  memoKind: null,
  aliases: [],
  chains: [
    {
      network: 'DCR',
      name: 'Decred',
      isDefault: true,
      tokenStandard: null,
      family: 'DCR',
      regex: '^D[sSce][1-9A-HJ-NP-Za-km-z]{33}$',
      regexMemo: null,
      paymentThreshold: '0.1',
      enabled: true,
      contract: null,
      explorerAddress: 'https://dcrdata.decred.org/address/',
      explorerTx: 'https://dcrdata.decred.org/tx/',
      precision: 8,
    },
  ],
});
