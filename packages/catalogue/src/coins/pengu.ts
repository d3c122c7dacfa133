import { defineCoin } from '../define-coin.ts';

export const pengu = defineCoin({
  symbol: 'PENGU',
  name: 'Pudgy Penguins',
  logo: '/coins/pengu.svg',
  category: 'meme',
  tags: ['New', 'Meme', 'Solana'],
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
      network: 'SOL',
      name: 'Solana',
      isDefault: true,
      tokenStandard: 'SPL',
      family: 'SOL',
      regex: '^[1-9A-HJ-NP-Za-km-z]{42,44}$',
      regexMemo: null,
      paymentThreshold: '100',
      enabled: true,
      contract: '2zMMhcVQEXDtdE6vsFS7S7D5oUodfJHE8vd1gnBouauv',
      explorerAddress: 'https://solscan.io/account/',
      explorerTx: 'https://solscan.io/tx/',
      precision: 6,
    },
  ],
});
