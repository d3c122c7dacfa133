import { defineCoin } from '../define-coin.ts';

export const kls = defineCoin({
  symbol: 'KLS',
  name: 'Karlsen',
  logo: '/coins/kls.svg',
  category: 'mineable',
  tags: ['New'],
  isNew: true,
  delisted: false,
  highRisk: true,
  noPowNote: false,
  addressPrefix: 'karlsen:',
  regexMemo: null,
  memoKind: null,
  aliases: [],
  chains: [
    {
      network: 'KLS',
      name: 'Karlsen',
      isDefault: true,
      tokenStandard: null,
      family: 'KLS',
      regex: '^karlsen:(?:[qp][02-9ac-hj-np-z]{60}|q[02-9ac-hj-np-z]{62})$',
      regexMemo: null,
      paymentThreshold: '200',
      enabled: true,
      contract: null,
      explorerAddress: 'https://explorer.karlsencoin.com/addresses/',
      explorerTx: 'https://explorer.karlsencoin.com/txs/',
      precision: 6,
    },
  ],
});
