import { defineCoin } from '../define-coin.ts';

export const kmd = defineCoin({
  symbol: 'KMD',
  name: 'Komodo',
  category: 'layer1',
  highRisk: true,
  chains: [
    {
      network: 'KMD',
      name: 'Komodo',
      isDefault: true,
      family: 'KMD',
      regex: '^[Rb][1-9A-HJ-NP-Za-km-z]{33}$',
      paymentThreshold: '5',
      explorerAddress: 'https://kmdexplorer.io/address/',
      explorerTx: 'https://kmdexplorer.io/tx/',
      precision: 6,
    },
  ],
});
