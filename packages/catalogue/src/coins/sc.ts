import { defineCoin } from '../define-coin.ts';

export const sc = defineCoin({
  symbol: 'SC',
  name: 'Siacoin',
  category: 'mineable',
  noPowNote: true,
  chains: [
    {
      network: 'SC',
      name: 'Siacoin',
      isDefault: true,
      family: 'SC',
      regex: '^[0-9a-f]{76}$',
      paymentThreshold: '500',
      explorerAddress: 'https://siascan.com/address/',
      explorerTx: 'https://siascan.com/tx/',
      precision: 4,
    },
  ],
});
