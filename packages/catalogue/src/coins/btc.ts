import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

export const btc = defineCoin({
  symbol: 'BTC',
  name: 'Bitcoin',
  category: 'layer1',
  tags: ['BEP20'],
  noPowNote: true,
  chains: [
    {
      network: 'BTC',
      name: 'Bitcoin',
      isDefault: true,
      family: 'BTC',
      regex:
        '^(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1(?:q(?:[02-9ac-hj-np-z]{38}|[02-9ac-hj-np-z]{58})|p[02-9ac-hj-np-z]{58}))$',
      paymentThreshold: '0.0005',
      explorerAddress: 'https://mempool.space/address/',
      explorerTx: 'https://mempool.space/tx/',
      precision: 8,
    },
    tokenOn(bsc, {
      paymentThreshold: '0.00002',
      contract: '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c',
      precision: 8,
    }),
  ],
});
