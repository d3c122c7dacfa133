import { defineCoin } from '../define-coin.ts';

export const rtm = defineCoin({
  symbol: 'RTM',
  name: 'Raptoreum',
  logo: '/coins/rtm.svg',
  category: 'mineable',
  tags: [],
  isNew: false,
  delisted: false,
  highRisk: true,
  noPowNote: false,
  addressPrefix: null,
  regexMemo: null,
  memoKind: null,
  aliases: [],
  chains: [
    {
      network: 'RTM',
      name: 'Raptoreum',
      isDefault: true,
      tokenStandard: null,
      family: 'RTM',
      regex: '^[R7][1-9A-HJ-NP-Za-km-z]{33}$',
      regexMemo: null,
      paymentThreshold: '5000',
      enabled: true,
      contract: null,
      explorerAddress: 'https://explorer.raptoreum.com/address/',
      explorerTx: 'https://explorer.raptoreum.com/tx/',
      precision: 2,
    },
  ],
});
