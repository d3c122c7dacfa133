import { defineCoin } from '../define-coin.ts';

export const btg = defineCoin({
  symbol: 'BTG',
  name: 'Bitcoin Gold',
  logo: '/coins/btg.svg',
  category: 'mineable',
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
      network: 'BTG',
      name: 'Bitcoin Gold',
      isDefault: true,
      tokenStandard: null,
      family: 'BTG',
      regex: '^(?:[GA][1-9A-HJ-NP-Za-km-z]{33}|btg1q(?:[02-9ac-hj-np-z]{38}|[02-9ac-hj-np-z]{58}))$',
      regexMemo: null,
      paymentThreshold: '0.2',
      enabled: true,
      contract: null,
      explorerAddress: 'https://explorer.bitcoingold.org/insight/address/',
      explorerTx: 'https://explorer.bitcoingold.org/insight/tx/',
      precision: 8,
    },
  ],
});
