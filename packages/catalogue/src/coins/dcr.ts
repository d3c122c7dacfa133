import { defineCoin } from '../define-coin.ts';

export const dcr = defineCoin({
  symbol: 'DCR',
  name: 'Decred',
  category: 'layer1',
  chains: [
    {
      network: 'DCR',
      name: 'Decred',
      isDefault: true,
      family: 'DCR',
      regex: '^D[sSce][1-9A-HJ-NP-Za-km-z]{33}$',
      paymentThreshold: '0.1',
      explorerAddress: 'https://dcrdata.decred.org/address/',
      explorerTx: 'https://dcrdata.decred.org/tx/',
      precision: 8,
    },
  ],
});
