import { defineCoin } from '../define-coin.ts';

export const xel = defineCoin({
  symbol: 'XEL',
  name: 'Xelis',
  logo: '/coins/xel.svg',
  category: 'mineable',
  tags: ['New'],
  isNew: true,
  delisted: false,
  highRisk: true,
  noPowNote: false,
  addressPrefix: 'xel:',
  regexMemo: null,
  memoKind: null,
  aliases: [],
  chains: [
    {
      network: 'XEL',
      name: 'Xelis',
      isDefault: true,
      tokenStandard: null,
      family: 'XEL',
      regex: '^xel:[02-9ac-hj-np-z]{59}(?:[02-9ac-hj-np-z]{1,1500})?$',
      regexMemo: null,
      paymentThreshold: '0.5',
      enabled: true,
      contract: null,
      explorerAddress: 'https://explorer.xelis.io/accounts/',
      explorerTx: 'https://explorer.xelis.io/txs/',
      precision: 8,
    },
  ],
});
