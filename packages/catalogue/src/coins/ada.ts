import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

export const ada = defineCoin({
  symbol: 'ADA',
  name: 'Cardano',
  category: 'layer1',
  tags: ['BEP20'],
  chains: [
    {
      network: 'ADA',
      name: 'Cardano',
      isDefault: true,
      family: 'ADA',
      regex:
        '^(?:addr1[02-9ac-hj-np-z]{53,103}|Ae2[1-9A-HJ-NP-Za-km-z]{53,57}|DdzFF[1-9A-HJ-NP-Za-km-z]{90,105})$',
      paymentThreshold: '2',
      explorerAddress: 'https://cardanoscan.io/address/',
      explorerTx: 'https://cardanoscan.io/transaction/',
      precision: 6,
    },
    tokenOn(bsc, {
      paymentThreshold: '2',
      contract: '0x3EE2200Efb3400fAbB9AacF31297cBdD1d435D47',
      precision: 6,
    }),
  ],
});
