import { defineCoin } from '../define-coin.ts';

// Skycoin, not the token of the same ticker that succeeded MakerDAO.
export const sky = defineCoin({
  symbol: 'SKY',
  name: 'Skycoin',
  category: 'layer1',
  highRisk: true,
  noPowNote: true,
  chains: [
    {
      network: 'SKY',
      name: 'Skycoin',
      isDefault: true,
      family: 'SKY',
      regex: '^[1-9A-HJ-NP-Za-km-z]{26,35}$',
      paymentThreshold: '50',
      explorerAddress: 'https://explorer.skycoin.com/app/address/',
      explorerTx: 'https://explorer.skycoin.com/app/transaction/',
      precision: 6,
    },
  ],
});
