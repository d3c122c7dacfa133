import { defineCoin } from '../define-coin.ts';

export const sui = defineCoin({
  symbol: 'SUI',
  name: 'Sui',
  category: 'layer1',
  tags: ['New'],
  isNew: true,
  chains: [
    {
      network: 'SUI',
      name: 'Sui',
      isDefault: true,
      family: 'SUI',
      regex: '^0x[0-9a-fA-F]{64}$',
      paymentThreshold: '0.5',
      explorerAddress: 'https://suiscan.xyz/mainnet/account/',
      explorerTx: 'https://suiscan.xyz/mainnet/tx/',
      precision: 8,
    },
  ],
});
