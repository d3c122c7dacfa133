import { defineCoin } from '../define-coin.ts';

// Addresses are accepted with and without the prefix.
export const xec = defineCoin({
  symbol: 'XEC',
  name: 'eCash',
  logo: '/coins/xec.svg',
  category: 'layer1',
  tags: [],
  isNew: false,
  delisted: false,
  highRisk: false,
  noPowNote: false,
  addressPrefix: 'ecash:',
  regexMemo: null,
  memoKind: null,
  aliases: [],
  chains: [
    {
      network: 'XEC',
      name: 'eCash',
      isDefault: true,
      tokenStandard: null,
      family: 'XEC',
      regex: '^(?:ecash:)?[qp][02-9ac-hj-np-z]{41}$',
      regexMemo: null,
      paymentThreshold: '50000',
      enabled: true,
      contract: null,
      explorerAddress: 'https://explorer.bitcoinabc.org/address/',
      explorerTx: 'https://explorer.bitcoinabc.org/tx/',
      precision: 2,
    },
  ],
});
