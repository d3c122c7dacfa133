import { defineCoin } from '../define-coin.ts';

export const beam = defineCoin({
  symbol: 'BEAM',
  name: 'Beam',
  category: 'mineable',
  highRisk: true,
  chains: [
    {
      network: 'BEAM',
      name: 'Beam',
      isDefault: true,
      family: 'BEAM',
      regex: '^(?:[0-9a-f]{62,72}|[1-9A-HJ-NP-Za-km-z]{100,1600})$',
      paymentThreshold: '50',
      explorerAddress: 'https://explorer.beam.mw/',
      explorerTx: 'https://explorer.beam.mw/',
      precision: 6,
    },
  ],
});
