import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

export const zec = defineCoin({
  symbol: 'ZEC',
  name: 'Zcash',
  category: 'mineable',
  tags: ['BEP20'],
  chains: [
    {
      network: 'ZEC',
      name: 'Zcash',
      isDefault: true,
      family: 'ZEC',
      regex: '^t[13][1-9A-HJ-NP-Za-km-z]{33}$',
      paymentThreshold: '0.05',
      explorerAddress: 'https://blockchair.com/zcash/address/',
      explorerTx: 'https://blockchair.com/zcash/transaction/',
      precision: 8,
    },
    tokenOn(bsc, {
      paymentThreshold: '0.1',
      contract: '0x1Ba42e5193dfA8B03D15dd1B86a3113bbBEF8Eeb',
      precision: 8,
    }),
  ],
});
