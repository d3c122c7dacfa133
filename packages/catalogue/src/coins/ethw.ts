import { defineCoin } from '../define-coin.ts';

export const ethw = defineCoin({
  symbol: 'ETHW',
  name: 'EthereumPoW',
  category: 'mineable',
  highRisk: true,
  chains: [
    {
      network: 'ETHW',
      name: 'EthereumPoW',
      isDefault: true,
      family: 'EVM',
      regex: '^0x[0-9a-fA-F]{40}$',
      paymentThreshold: '0.5',
      explorerAddress: 'https://www.oklink.com/ethw/address/',
      explorerTx: 'https://www.oklink.com/ethw/tx/',
      precision: 8,
    },
  ],
});
