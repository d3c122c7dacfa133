import { defineCoin } from '../define-coin.ts';

// Skycoin, not the token of the same ticker that succeeded MakerDAO.
export const sky = defineCoin({
  symbol: 'SKY',
  name: 'Skycoin',
  logo: '/coins/sky.svg',
  category: 'layer1',
  tags: [],
  isNew: false,
  delisted: false,
  highRisk: true,
  noPowNote: true,
  addressPrefix: null,
  regexMemo: null,
  memoKind: null,
  aliases: [],
  chains: [
    {
      network: 'SKY',
      name: 'Skycoin',
      isDefault: true,
      tokenStandard: null,
      family: 'SKY',
      regex: '^[1-9A-HJ-NP-Za-km-z]{26,35}$',
      regexMemo: null,
      paymentThreshold: '50',
      enabled: true,
      contract: null,
      explorerAddress: 'https://explorer.skycoin.com/app/address/',
      explorerTx: 'https://explorer.skycoin.com/app/transaction/',
      precision: 6,
    },
  ],
});
