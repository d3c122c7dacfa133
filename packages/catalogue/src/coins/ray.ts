import { defineCoin } from '../define-coin.ts';

export const ray = defineCoin({
  symbol: 'RAY',
  name: 'Raydium',
  logo: '/coins/ray.svg',
  category: 'defi',
  tags: ['Solana'],
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
      network: 'SOL',
      name: 'Solana',
      isDefault: true,
      tokenStandard: 'SPL',
      family: 'SOL',
      regex: '^[1-9A-HJ-NP-Za-km-z]{42,44}$',
      regexMemo: null,
      paymentThreshold: '0.2',
      enabled: true,
      contract: '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R',
      explorerAddress: 'https://solscan.io/account/',
      explorerTx: 'https://solscan.io/tx/',
      precision: 8,
    },
  ],
});
