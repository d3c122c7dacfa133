import { defineCoin } from '../define-coin.ts';

export const xno = defineCoin({
  symbol: 'XNO',
  name: 'Nano',
  category: 'layer1',
  aliases: ['NANO'],
  chains: [
    {
      network: 'XNO',
      name: 'Nano',
      isDefault: true,
      family: 'XNO',
      regex: '^(?:nano|xrb)_[13][13456789abcdefghijkmnopqrstuwxyz]{59}$',
      paymentThreshold: '1',
      explorerAddress: 'https://nanexplorer.com/nano/account/',
      explorerTx: 'https://nanexplorer.com/nano/block/',
      precision: 8,
    },
  ],
});
