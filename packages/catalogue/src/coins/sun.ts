import { defineCoin } from '../define-coin.ts';

export const sun = defineCoin({
  symbol: 'SUN',
  name: 'Sun Token',
  logo: '/coins/sun.svg',
  category: 'defi',
  tags: ['TRC20'],
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
      network: 'TRX',
      name: 'TRON',
      isDefault: true,
      tokenStandard: 'TRC20',
      family: 'TRX',
      regex: '^T[1-9A-HJ-NP-Za-km-z]{33}$',
      regexMemo: null,
      paymentThreshold: '200',
      enabled: true,
      contract: 'TSSMHYeV2uE9qYH95DqyoCuNCzEL1NvU3S',
      explorerAddress: 'https://tronscan.org/#/address/',
      explorerTx: 'https://tronscan.org/#/transaction/',
      precision: 6,
    },
  ],
});
