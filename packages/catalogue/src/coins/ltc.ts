import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

export const ltc = defineCoin({
  symbol: 'LTC',
  name: 'Litecoin',
  category: 'layer1',
  tags: ['BEP20'],
  noPowNote: true,
  chains: [
    {
      network: 'LTC',
      name: 'Litecoin',
      isDefault: true,
      family: 'LTC',
      regex:
        '^(?:[LM3][1-9A-HJ-NP-Za-km-z]{26,33}|ltc1(?:q(?:[02-9ac-hj-np-z]{38}|[02-9ac-hj-np-z]{58})|p[02-9ac-hj-np-z]{58}))$',
      paymentThreshold: '0.02',
      explorerAddress: 'https://blockchair.com/litecoin/address/',
      explorerTx: 'https://blockchair.com/litecoin/transaction/',
      precision: 8,
    },
    tokenOn(bsc, {
      paymentThreshold: '0.02',
      contract: '0x4338665CBB7B2485A8855A139b75D5e34AB0DB94',
      precision: 8,
    }),
  ],
});
