import { defineCoin } from '../define-coin.ts';

export const jup = defineCoin({
  symbol: 'JUP',
  name: 'Jupiter',
  logo: '/coins/jup.svg',
  category: 'defi',
  tags: ['New', 'Solana'],
  isNew: true,
  delisted: false,
  highRisk: false,
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
      paymentThreshold: '2',
      enabled: true,
      contract: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
      explorerAddress: 'https://solscan.io/account/',
      explorerTx: 'https://solscan.io/tx/',
      precision: 8,
    },
  ],
});
