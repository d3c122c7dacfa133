import { defineCoin } from '../define-coin.ts';
import { ethereum, tokenOn } from '../token-networks.ts';

export const pol = defineCoin({
  symbol: 'POL',
  name: 'Polygon',
  category: 'layer2',
  tags: ['ERC20'],
  chains: [
    {
      network: 'POLYGON',
      name: 'Polygon PoS',
      isDefault: true,
      family: 'EVM',
      regex: '^0x[0-9a-fA-F]{40}$',
      paymentThreshold: '5',
      explorerAddress: 'https://polygonscan.com/address/',
      explorerTx: 'https://polygonscan.com/tx/',
      precision: 6,
    },
    tokenOn(ethereum, {
      paymentThreshold: '100',
      contract: '0x455e53CBB86018Ac2B8092FdCd39d8444aFFC3F6',
      precision: 6,
    }),
  ],
});
