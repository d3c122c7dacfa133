import { defineCoin } from '../define-coin.ts';

export const jst = defineCoin({
  symbol: 'JST',
  name: 'JUST',
  logo: '/coins/jst.svg',
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
      paymentThreshold: '100',
      enabled: true,
      contract: 'TCFLL5dx5ZJdKnWuesXxi1VPwjLVmWZZy9',
      explorerAddress: 'https://tronscan.org/#/address/',
      explorerTx: 'https://tronscan.org/#/transaction/',
      precision: 6,
    },
  ],
});
