import { defineCoin } from '../define-coin.ts';

export const firo = defineCoin({
  symbol: 'FIRO',
  name: 'Firo',
  category: 'mineable',
  highRisk: true,
  chains: [
    {
      network: 'FIRO',
      name: 'Firo',
      isDefault: true,
      family: 'FIRO',
      regex: '^[a34][1-9A-HJ-NP-Za-km-z]{33}$',
      paymentThreshold: '2',
      explorerAddress: 'https://explorer.firo.org/address/',
      explorerTx: 'https://explorer.firo.org/tx/',
      precision: 8,
    },
  ],
});
