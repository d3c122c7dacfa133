import { defineCoin } from '../define-coin.ts';

// N3 addresses start with N, addresses of the legacy network with A.
export const neo = defineCoin({
  symbol: 'NEO',
  name: 'Neo',
  category: 'layer1',
  chains: [
    {
      network: 'NEO3',
      name: 'Neo N3',
      isDefault: true,
      family: 'NEO3',
      regex: '^N[1-9A-HJ-NP-Za-km-z]{33}$',
      paymentThreshold: '1',
      explorerAddress: 'https://dora.coz.io/address/neo3/mainnet/',
      explorerTx: 'https://dora.coz.io/transaction/neo3/mainnet/',
      precision: 8,
    },
    {
      network: 'NEO',
      name: 'Neo Legacy',
      family: 'NEO',
      regex: '^A[1-9A-HJ-NP-Za-km-z]{33}$',
      paymentThreshold: '1',
      explorerAddress: 'https://neoscan.io/address/',
      explorerTx: 'https://neoscan.io/transaction/',
      precision: 8,
    },
  ],
});
