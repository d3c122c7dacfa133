import { defineCoin } from '../define-coin.ts';

export const alph = defineCoin({
  symbol: 'ALPH',
  name: 'Alephium',
  logo: '/coins/alph.svg',
  category: 'mineable',
  tags: ['New'],
  isNew: true,
  delisted: false,
  highRisk: false,
  noPowNote: false,
  addressPrefix: null,
  regexMemo: null,
  memoKind: null,
  aliases: [],
  chains: [
    {
      network: 'ALPH',
      name: 'Alephium',
      isDefault: true,
      tokenStandard: null,
      family: 'ALPH',
      regex: '^1[1-9A-HJ-NP-Za-km-z]{43,45}$',
      regexMemo: null,
      paymentThreshold: '2',
      enabled: true,
      contract: null,
      explorerAddress: 'https://explorer.alephium.org/addresses/',
      explorerTx: 'https://explorer.alephium.org/transactions/',
      precision: 8,
    },
  ],
});
