import { defineCoin } from '../define-coin.ts';

export const qtum = defineCoin({
  symbol: 'QTUM',
  name: 'Qtum',
  logo: '/coins/qtum.svg',
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
      network: 'QTUM',
      name: 'Qtum',
      isDefault: true,
      tokenStandard: null,
      family: 'QTUM',
      regex:
        '^(?:[QM][1-9A-HJ-NP-Za-km-z]{33}|qc1(?:q(?:[02-9ac-hj-np-z]{38}|[02-9ac-hj-np-z]{58})|p[02-9ac-hj-np-z]{58}))$',
      regexMemo: null,
      paymentThreshold: '0.5',
      enabled: true,
      contract: null,
      explorerAddress: 'https://qtum.info/address/',
      explorerTx: 'https://qtum.info/tx/',
      precision: 8,
    },
  ],
});
