import { defineCoin } from '../define-coin.ts';

export const nexa = defineCoin({
  symbol: 'NEXA',
  name: 'Nexa',
  logo: '/coins/nexa.svg',
  category: 'mineable',
  tags: ['New'],
  isNew: true,
  delisted: false,
  highRisk: true,
  noPowNote: false,
  addressPrefix: 'nexa:',
  regexMemo: null,
  memoKind: null,
  aliases: [],
  chains: [
    {
      network: 'NEXA',
      name: 'Nexa',
      isDefault: true,
      tokenStandard: null,
      family: 'NEXA',
      regex: '^nexa:(?:nqtsq5g5[02-9ac-hj-np-z]{40}|[qp][02-9ac-hj-np-z]{41})$',
      regexMemo: null,
      paymentThreshold: '1000000',
      enabled: true,
      contract: null,
      explorerAddress: 'https://explorer.nexa.org/address/',
      explorerTx: 'https://explorer.nexa.org/tx/',
      precision: 2,
    },
  ],
});
