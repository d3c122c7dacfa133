import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

export const one = defineCoin({
  symbol: 'ONE',
  name: 'Harmony',
  category: 'layer1',
  tags: ['BEP20'],
  chains: [
    {
      network: 'ONE',
      name: 'Harmony',
      isDefault: true,
      family: 'ONE',
      regex: '^(?:one1[02-9ac-hj-np-z]{38}|0x[0-9a-fA-F]{40})$',
      paymentThreshold: '100',
      explorerAddress: 'https://explorer.harmony.one/address/',
      explorerTx: 'https://explorer.harmony.one/tx/',
      precision: 6,
    },
    tokenOn(bsc, {
      paymentThreshold: '100',
      enabled: false,
      contract: '0x03fF0ff224f904be3118461335064bB48Df47938',
      precision: 6,
    }),
  ],
});
