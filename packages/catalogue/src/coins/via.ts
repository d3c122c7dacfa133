import { defineCoin } from '../define-coin.ts';

export const via = defineCoin({
  symbol: 'VIA',
  name: 'Viacoin',
  logo: '/coins/via.svg',
  category: 'layer1',
  tags: [],
  isNew: false,
  delisted: false,
  highRisk: true,
  noPowNote: true,
  addressPrefix: null,
  regexMemo: null,
  memoKind: null,
  aliases: [],
  chains: [
    {
      network: 'VIA',
      name: 'Viacoin',
      isDefault: true,
      tokenStandard: null,
      family: 'VIA',
      regex: '^(?:[VE][1-9A-HJ-NP-Za-km-z]{33}|via1q(?:[02-9ac-hj-np-z]{38}|[02-9ac-hj-np-z]{58}))$',
      regexMemo: null,
      paymentThreshold: '50',
      enabled: true,
      contract: null,
      explorerAddress: 'https://explorer.viacoin.org/address/',
      explorerTx: 'https://explorer.viacoin.org/tx/',
      precision: 6,
    },
  ],
});
