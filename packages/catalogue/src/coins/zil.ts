import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

export const zil = defineCoin({
  symbol: 'ZIL',
  name: 'Zilliqa',
  category: 'layer1',
  tags: ['BEP20'],
  chains: [
    {
      network: 'ZIL',
      name: 'Zilliqa',
      isDefault: true,
      family: 'ZIL',
      regex: '^(?:zil1[02-9ac-hj-np-z]{38}|0x[0-9a-fA-F]{40})$',
      paymentThreshold: '100',
      explorerAddress: 'https://viewblock.io/zilliqa/address/',
      explorerTx: 'https://viewblock.io/zilliqa/tx/',
      precision: 6,
    },
    tokenOn(bsc, {
      paymentThreshold: '200',
      contract: '0xb86AbCb37C3A4B64f74f59301AFF131a1BEcC787',
      precision: 6,
    }),
  ],
});
