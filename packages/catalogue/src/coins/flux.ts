import { defineCoin } from '../define-coin.ts';

export const flux = defineCoin({
  symbol: 'FLUX',
  name: 'Flux',
  category: 'mineable',
  chains: [
    {
      network: 'FLUX',
      name: 'Flux',
      isDefault: true,
      family: 'FLUX',
      regex: '^t[13][1-9A-HJ-NP-Za-km-z]{33}$',
      paymentThreshold: '5',
      explorerAddress: 'https://explorer.runonflux.io/address/',
      explorerTx: 'https://explorer.runonflux.io/tx/',
      precision: 6,
    },
  ],
});
