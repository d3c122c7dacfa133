import { defineCoin } from '../define-coin.ts';

export const xvg = defineCoin({
  symbol: 'XVG',
  name: 'Verge',
  logo: '/coins/xvg.svg',
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
      network: 'XVG',
      name: 'Verge',
      isDefault: true,
      tokenStandard: null,
      family: 'XVG',
      regex: '^[DE][1-9A-HJ-NP-Za-km-z]{33}$',
      regexMemo: null,
      paymentThreshold: '200',
      enabled: true,
      contract: null,
      explorerAddress: 'https://verge-blockchain.info/address/',
      explorerTx: 'https://verge-blockchain.info/tx/',
      precision: 6,
    },
  ],
});
