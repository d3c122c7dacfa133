import { defineCoin } from '../define-coin.ts';

export const bells = defineCoin({
  symbol: 'BELLS',
  name: 'Bellscoin',
  logo: '/coins/bells.svg',
  category: 'mineable',
  tags: ['New', 'Meme'],
  isNew: true,
  delisted: false,
  highRisk: true,
  noPowNote: false,
  addressPrefix: null,
  regexMemo: null,
  memoKind: null,
  aliases: [],
  chains: [
    {
      network: 'BELLS',
      name: 'Bellscoin',
      isDefault: true,
      tokenStandard: null,
      family: 'BELLS',
      regex:
        '^(?:B[1-9A-HJ-NP-Za-km-z]{33}|D[1-9A-HJ-NP-Za-km-z]{33}|bel1(?:q(?:[02-9ac-hj-np-z]{38}|[02-9ac-hj-np-z]{58})|p[02-9ac-hj-np-z]{58}))$',
      regexMemo: null,
      paymentThreshold: '5',
      enabled: true,
      contract: null,
      explorerAddress: 'https://nintondo.io/bells/mainnet/explorer/address/',
      explorerTx: 'https://nintondo.io/bells/mainnet/explorer/tx/',
      precision: 6,
    },
  ],
});
