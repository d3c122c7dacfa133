import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

export const doge = defineCoin({
  symbol: 'DOGE',
  name: 'Dogecoin',
  category: 'meme',
  tags: ['Meme', 'BEP20'],
  noPowNote: true,
  chains: [
    {
      network: 'DOGE',
      name: 'Dogecoin',
      isDefault: true,
      family: 'DOGE',
      regex: '^(?:D[5-9A-HJ-NP-U][1-9A-HJ-NP-Za-km-z]{32}|[9A][1-9A-HJ-NP-Za-km-z]{33})$',
      paymentThreshold: '5',
      explorerAddress: 'https://blockchair.com/dogecoin/address/',
      explorerTx: 'https://blockchair.com/dogecoin/transaction/',
      precision: 6,
    },
    tokenOn(bsc, {
      paymentThreshold: '10',
      contract: '0xbA2aE424d960c26247Dd6c32edC70B295c744C43',
      precision: 6,
    }),
  ],
});
