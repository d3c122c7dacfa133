import { defineCoin } from '../define-coin.ts';

export const ksm = defineCoin({
  symbol: 'KSM',
  name: 'Kusama',
  category: 'layer1',
  chains: [
    {
      network: 'KSM',
      name: 'Kusama',
      isDefault: true,
      family: 'KSM',
      regex: '^[C-HJ][1-9A-HJ-NP-Za-km-z]{46}$',
      paymentThreshold: '0.1',
      explorerAddress: 'https://assethub-kusama.subscan.io/account/',
      explorerTx: 'https://assethub-kusama.subscan.io/extrinsic/',
      precision: 8,
    },
  ],
});
