import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

export const etc = defineCoin({
  symbol: 'ETC',
  name: 'Ethereum Classic',
  category: 'mineable',
  tags: ['BEP20'],
  noPowNote: true,
  chains: [
    {
      network: 'ETC',
      name: 'Ethereum Classic',
      isDefault: true,
      family: 'EVM',
      regex: '^0x[0-9a-fA-F]{40}$',
      paymentThreshold: '0.1',
      explorerAddress: 'https://blockscout.com/etc/mainnet/address/',
      explorerTx: 'https://blockscout.com/etc/mainnet/tx/',
      precision: 8,
    },
    tokenOn(bsc, {
      paymentThreshold: '0.1',
      contract: '0x3d6545b08693daE087E957cb1180ee38B9e3c25E',
      precision: 8,
    }),
  ],
});
