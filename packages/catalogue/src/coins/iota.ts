import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

// Addresses since the Rebased upgrade (May 2025) are 0x and 64 hex digits; the older bech32 ones cannot be paid any more.
export const iota = defineCoin({
  symbol: 'IOTA',
  name: 'IOTA',
  category: 'layer1',
  tags: ['BEP20'],
  chains: [
    {
      network: 'IOTA',
      name: 'IOTA (Rebased)',
      isDefault: true,
      family: 'IOTA',
      regex: '^0x[0-9a-fA-F]{64}$',
      paymentThreshold: '5',
      explorerAddress: 'https://explorer.iota.org/address/',
      explorerTx: 'https://explorer.iota.org/txblock/',
      precision: 6,
    },
    tokenOn(bsc, {
      paymentThreshold: '10',
      contract: '0xd944f1D1e9d5f9Bb90b62f9D45e447D989580782',
      precision: 6,
    }),
  ],
});
