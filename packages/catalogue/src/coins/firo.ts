import { defineCoin } from '../define-coin.ts';

export const firo = defineCoin({
  symbol: 'FIRO',
  name: 'Firo',
  logo: '/coins/firo.svg',
  category: 'mineable',
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
      network: 'FIRO',
      name: 'Firo',
      isDefault: true,
      tokenStandard: null,
      family: 'FIRO',
      regex: '^[a34][1-9A-HJ-NP-Za-km-z]{33}$',
      regexMemo: null,
      paymentThreshold: '2',
      enabled: true,
      contract: null,
      explorerAddress: 'https://explorer.firo.org/address/',
      explorerTx: 'https://explorer.firo.org/tx/',
      precision: 8,
    },
  ],
});
