import { defineCoin } from '../define-coin.ts';

export const apt = defineCoin({
  symbol: 'APT',
  name: 'Aptos',
  category: 'layer1',
  chains: [
    {
      network: 'APT',
      name: 'Aptos',
      isDefault: true,
      family: 'APT',
      regex: '^0x[0-9a-fA-F]{60,64}$',
      paymentThreshold: '0.2',
      explorerAddress: 'https://explorer.aptoslabs.com/account/',
      explorerTx: 'https://explorer.aptoslabs.com/txn/',
      precision: 8,
    },
  ],
});
