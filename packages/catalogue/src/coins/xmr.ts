import { defineCoin } from '../define-coin.ts';

export const xmr = defineCoin({
  symbol: 'XMR',
  name: 'Monero',
  logo: '/coins/xmr.svg',
  category: 'mineable',
  tags: [],
  isNew: false,
  delisted: false,
  highRisk: false,
  noPowNote: true,
  addressPrefix: null,
  regexMemo: null,
  memoKind: null,
  aliases: [],
  chains: [
    {
      network: 'XMR',
      name: 'Monero',
      isDefault: true,
      tokenStandard: null,
      family: 'XMR',
      regex: '^(?:4[1-9A-HJ-NP-Za-km-z]{94}|8[1-9A-HJ-NP-Za-km-z]{94}|4[1-9A-HJ-NP-Za-km-z]{105})$',
      regexMemo: null,
      paymentThreshold: '0.01',
      enabled: true,
      contract: null,
      explorerAddress: 'https://xmrchain.net/search?value=',
      explorerTx: 'https://xmrchain.net/tx/',
      precision: 8,
    },
  ],
});
