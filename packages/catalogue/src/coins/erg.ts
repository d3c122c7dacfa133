import { defineCoin } from '../define-coin.ts';

export const erg = defineCoin({
  symbol: 'ERG',
  name: 'Ergo',
  logo: '/coins/erg.svg',
  category: 'mineable',
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
      network: 'ERG',
      name: 'Ergo',
      isDefault: true,
      tokenStandard: null,
      family: 'ERG',
      regex: '^9[efghi][1-9A-HJ-NP-Za-km-z]{49}$',
      regexMemo: null,
      paymentThreshold: '2',
      enabled: true,
      contract: null,
      explorerAddress: 'https://explorer.ergoplatform.com/en/addresses/',
      explorerTx: 'https://explorer.ergoplatform.com/en/transactions/',
      precision: 8,
    },
  ],
});
