import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

export const avax = defineCoin({
  symbol: 'AVAX',
  name: 'Avalanche',
  category: 'layer1',
  tags: ['BEP20'],
  chains: [
    {
      network: 'AVAXC',
      name: 'Avalanche C-Chain',
      isDefault: true,
      family: 'EVM',
      regex: '^0x[0-9a-fA-F]{40}$',
      paymentThreshold: '0.1',
      explorerAddress: 'https://snowtrace.io/address/',
      explorerTx: 'https://snowtrace.io/tx/',
      precision: 8,
    },
    tokenOn(bsc, {
      paymentThreshold: '0.1',
      contract: '0x1CE0c2827e2eF14D5C4f29a091d735A204794041',
      precision: 8,
    }),
  ],
});
