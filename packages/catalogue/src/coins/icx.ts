import { defineCoin } from '../define-coin.ts';

export const icx = defineCoin({
  symbol: 'ICX',
  name: 'ICON',
  logo: '/coins/icx.svg',
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
      network: 'ICX',
      name: 'ICON',
      isDefault: true,
      tokenStandard: null,
      family: 'ICX',
      regex: '^(?:hx|cx)[0-9a-f]{40}$',
      regexMemo: null,
      paymentThreshold: '10',
      enabled: true,
      contract: null,
      explorerAddress: 'https://tracker.icon.community/address/',
      explorerTx: 'https://tracker.icon.community/transaction/',
      precision: 6,
    },
  ],
});
