import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

export const trx = defineCoin({
  symbol: 'TRX',
  name: 'TRON',
  category: 'layer1',
  tags: ['BEP20'],
  chains: [
    {
      network: 'TRX',
      name: 'TRON',
      isDefault: true,
      family: 'TRX',
      regex: '^T[1-9A-HJ-NP-Za-km-z]{33}$',
      paymentThreshold: '10',
      explorerAddress: 'https://tronscan.org/#/address/',
      explorerTx: 'https://tronscan.org/#/transaction/',
      precision: 6,
    },
    tokenOn(bsc, {
      paymentThreshold: '10',
      contract: '0xCE7de646e7208a4Ef112cb6ed5038FA6cC6b12e3',
      precision: 6,
    }),
  ],
});
