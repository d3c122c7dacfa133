import { defineCoin } from '../define-coin.ts';

export const kmd = defineCoin({
  symbol: 'KMD',
  name: 'Komodo',
  logo: '/coins/kmd.svg',
  category: 'layer1',
  tags: [],
  isNew: false,
  delisted: false,
  highRisk: true,
  noPowNote: false,
  addressPrefix: null,
  regexMemo: null,
  memoKind: null,
  aliases: [],
  chains: [
    {
      network: 'KMD',
      name: 'Komodo',
      isDefault: true,
      tokenStandard: null,
      family: 'KMD',
      regex: '^[Rb][1-9A-HJ-NP-Za-km-z]{33}$',
      regexMemo: null,
      paymentThreshold: '5',
      enabled: true,
      contract: null,
      explorerAddress: 'https://kmdexplorer.io/address/',
      explorerTx: 'https://kmdexplorer.io/tx/',
      precision: 6,
    },
  ],
});
