import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

// Addresses are accepted with and without the prefix.
export const bch = defineCoin({
  symbol: 'BCH',
  name: 'Bitcoin Cash',
  category: 'layer1',
  tags: ['BEP20'],
  noPowNote: true,
  addressPrefix: 'bitcoincash:',
  chains: [
    {
      network: 'BCH',
      name: 'Bitcoin Cash',
      isDefault: true,
      family: 'BCH',
      regex: '^(?:(?:bitcoincash:)?[qprz][02-9ac-hj-np-z]{41}|[13][1-9A-HJ-NP-Za-km-z]{25,33})$',
      paymentThreshold: '0.005',
      explorerAddress: 'https://blockchair.com/bitcoin-cash/address/',
      explorerTx: 'https://blockchair.com/bitcoin-cash/transaction/',
      precision: 8,
    },
    tokenOn(bsc, {
      paymentThreshold: '0.005',
      contract: '0x8fF795a6F4D97E7887C79beA79aba5cc76444aDf',
      precision: 8,
    }),
  ],
});
