import { defineCoin } from '../define-coin.ts';
import { bsc, tokenOn } from '../token-networks.ts';

export const near = defineCoin({
  symbol: 'NEAR',
  name: 'NEAR Protocol',
  category: 'layer1',
  tags: ['BEP20'],
  chains: [
    {
      network: 'NEAR',
      name: 'NEAR',
      isDefault: true,
      family: 'NEAR',
      regex: '^(?:[0-9a-f]{64}|(?=.{2,64}$)[a-z0-9]+(?:[-_][a-z0-9]+)*(?:\\.[a-z0-9]+(?:[-_][a-z0-9]+)*)+)$',
      paymentThreshold: '0.5',
      explorerAddress: 'https://nearblocks.io/address/',
      explorerTx: 'https://nearblocks.io/txns/',
      precision: 8,
    },
    tokenOn(bsc, {
      paymentThreshold: '0.5',
      contract: '0x1Fa4a73a3F0133f0025378af00236f3aBDEE5D63',
      precision: 8,
    }),
  ],
});
