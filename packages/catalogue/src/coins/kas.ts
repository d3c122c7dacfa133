import { defineCoin } from '../define-coin.ts';

export const kas = defineCoin({
  symbol: 'KAS',
  name: 'Kaspa',
  logo: '/coins/kas.svg',
  category: 'mineable',
  tags: [],
  isNew: false,
  delisted: false,
  highRisk: false,
  noPowNote: false,
  addressPrefix: 'kaspa:',
  regexMemo: null,
  memoKind: null,
  aliases: [],
  chains: [
    {
      network: 'KAS',
      name: 'Kaspa',
      isDefault: true,
      tokenStandard: null,
      family: 'KAS',
      regex: '^kaspa:(?:[qp][02-9ac-hj-np-z]{60}|q[02-9ac-hj-np-z]{62})$',
      regexMemo: null,
      paymentThreshold: '20',
      enabled: true,
      contract: null,
      explorerAddress: 'https://explorer.kaspa.org/addresses/',
      explorerTx: 'https://explorer.kaspa.org/txs/',
      precision: 6,
    },
  ],
});
