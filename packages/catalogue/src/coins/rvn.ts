import { defineCoin } from '../define-coin.ts';

export const rvn = defineCoin({
  symbol: 'RVN',
  name: 'Ravencoin',
  category: 'mineable',
  noPowNote: true,
  chains: [
    {
      network: 'RVN',
      name: 'Ravencoin',
      isDefault: true,
      family: 'RVN',
      regex: '^[Rr][1-9A-HJ-NP-Za-km-z]{33}$',
      paymentThreshold: '100',
      explorerAddress: 'https://blockbook.ravencoin.org/address/',
      explorerTx: 'https://blockbook.ravencoin.org/tx/',
      precision: 6,
    },
  ],
});
