import { defineCoin } from '../define-coin.ts';

export const bnb = defineCoin({
  symbol: 'BNB',
  name: 'BNB',
  category: 'layer1',
  tags: ['BEP20'],
  chains: [
    {
      network: 'BSC',
      name: 'BNB Smart Chain',
      isDefault: true,
      family: 'EVM',
      regex: '^0x[0-9a-fA-F]{40}$',
      paymentThreshold: '0.005',
      explorerAddress: 'https://bscscan.com/address/',
      explorerTx: 'https://bscscan.com/tx/',
      precision: 8,
    },
  ],
});
