import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

export const xtz = defineCoin({
  symbol: 'XTZ',
  name: 'Tezos',
  category: 'layer1',
  tags: ['BEP20'],
  chains: [
    {
      network: 'XTZ',
      name: 'Tezos',
      isDefault: true,
      family: 'XTZ',
      regex: '^(?:tz[1-4]|KT1)[1-9A-HJ-NP-Za-km-z]{33}$',
      paymentThreshold: '2',
      explorerAddress: 'https://tzkt.io/',
      explorerTx: 'https://tzkt.io/',
      precision: 8,
    },
    tokenOn(bsc, {
      paymentThreshold: '2',
      contract: '0x16939ef78684453bfDFb47825F8a5F714f12623a',
      precision: 8,
    }),
  ],
});
