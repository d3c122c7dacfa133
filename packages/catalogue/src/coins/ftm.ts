import { defineCoin } from '../define-coin.ts';
import { ethereum, tokenOn } from '../token-networks.ts';

// Delisted because the network token moved to Sonic (S).
export const ftm = defineCoin({
  symbol: 'FTM',
  name: 'Fantom',
  category: 'delisted',
  tags: ['ERC20'],
  delisted: true,
  chains: [
    {
      network: 'FTM',
      name: 'Fantom Opera',
      isDefault: true,
      family: 'EVM',
      regex: '^0x[0-9a-fA-F]{40}$',
      paymentThreshold: '2',
      enabled: false,
      explorerAddress: 'https://ftmscan.com/address/',
      explorerTx: 'https://ftmscan.com/tx/',
      precision: 6,
    },
    tokenOn(ethereum, {
      paymentThreshold: '50',
      enabled: false,
      contract: '0x4E15361FD6b4BB609Fa63C81A2be19d873717870',
      precision: 6,
    }),
  ],
});
