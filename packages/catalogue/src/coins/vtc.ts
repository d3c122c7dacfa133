import { defineCoin } from '../define-coin.ts';

export const vtc = defineCoin({
  symbol: 'VTC',
  name: 'Vertcoin',
  logo: '/coins/vtc.svg',
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
      network: 'VTC',
      name: 'Vertcoin',
      isDefault: true,
      tokenStandard: null,
      family: 'VTC',
      regex: '^(?:[V3][1-9A-HJ-NP-Za-km-z]{33}|vtc1q(?:[02-9ac-hj-np-z]{38}|[02-9ac-hj-np-z]{58}))$',
      regexMemo: null,
      paymentThreshold: '20',
      enabled: true,
      contract: null,
      explorerAddress: 'https://chainz.cryptoid.info/vtc/address.dws?',
      explorerTx: 'https://chainz.cryptoid.info/vtc/tx.dws?',
      precision: 6,
    },
  ],
});
