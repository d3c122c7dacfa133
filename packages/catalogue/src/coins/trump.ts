import { defineCoin } from '../define-coin.ts';

export const trump = defineCoin({
  symbol: 'TRUMP',
  name: 'OFFICIAL TRUMP',
  logo: '/coins/trump.svg',
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
      paymentThreshold: '0.1',
      enabled: true,
      contract: '6p6xgHyF7AeE6TZkSmFsko444wqoP15icUSqi2jfGiPN',
      explorerAddress: 'https://solscan.io/account/',
      explorerTx: 'https://solscan.io/tx/',
      precision: 8,
    },
  ],
});
