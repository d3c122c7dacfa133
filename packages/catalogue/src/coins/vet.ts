import { defineCoin } from '../define-coin.ts';

export const vet = defineCoin({
  symbol: 'VET',
  name: 'VeChain',
  category: 'layer1',
  chains: [
    {
      network: 'VET',
      name: 'VeChainThor',
      isDefault: true,
      family: 'EVM',
      regex: '^0x[0-9a-fA-F]{40}$',
      paymentThreshold: '50',
      explorerAddress: 'https://explore.vechain.org/accounts/',
      explorerTx: 'https://explore.vechain.org/transactions/',
      precision: 6,
    },
  ],
});
