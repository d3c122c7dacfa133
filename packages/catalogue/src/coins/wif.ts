import { defineCoin } from '../define-coin.ts';

export const wif = defineCoin({
  symbol: 'WIF',
  name: 'dogwifhat',
  logo: '/coins/wif.svg',
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
      paymentThreshold: '2',
      enabled: true,
      contract: 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm',
      explorerAddress: 'https://solscan.io/account/',
      explorerTx: 'https://solscan.io/tx/',
      precision: 8,
    },
  ],
});
