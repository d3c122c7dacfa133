import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

export const eth = defineCoin({
  symbol: 'ETH',
  name: 'Ethereum',
  category: 'layer1',
  tags: ['BEP20'],
  noPowNote: true,
  chains: [
    {
      network: 'ETH',
      name: 'Ethereum',
      isDefault: true,
      family: 'EVM',
      regex: '^0x[0-9a-fA-F]{40}$',
      paymentThreshold: '0.01',
      explorerAddress: 'https://etherscan.io/address/',
      explorerTx: 'https://etherscan.io/tx/',
      precision: 8,
    },
    tokenOn(bsc, {
      paymentThreshold: '0.001',
      contract: '0x2170Ed0880ac9A755fd29B2688956BD959F933F8',
      precision: 8,
    }),
    {
      network: 'ARBITRUM',
      name: 'Arbitrum One',
      family: 'EVM',
      regex: '^0x[0-9a-fA-F]{40}$',
      paymentThreshold: '0.001',
      explorerAddress: 'https://arbiscan.io/address/',
      explorerTx: 'https://arbiscan.io/tx/',
      precision: 8,
    },
    {
      network: 'OPTIMISM',
      name: 'OP Mainnet',
      family: 'EVM',
      regex: '^0x[0-9a-fA-F]{40}$',
      paymentThreshold: '0.001',
      explorerAddress: 'https://optimistic.etherscan.io/address/',
      explorerTx: 'https://optimistic.etherscan.io/tx/',
      precision: 8,
    },
  ],
});
