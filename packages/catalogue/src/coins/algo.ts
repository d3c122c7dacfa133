import { defineCoin } from '../define-coin.ts';

export const algo = defineCoin({
  symbol: 'ALGO',
  name: 'Algorand',
  logo: '/coins/algo.svg',
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
      network: 'ALGO',
      name: 'Algorand',
      isDefault: true,
      tokenStandard: null,
      family: 'ALGO',
      regex: '^[A-Z2-7]{58}$',
      regexMemo: null,
      paymentThreshold: '5',
      enabled: true,
      contract: null,
      explorerAddress: 'https://allo.info/account/',
      explorerTx: 'https://allo.info/tx/',
      precision: 6,
    },
  ],
});
