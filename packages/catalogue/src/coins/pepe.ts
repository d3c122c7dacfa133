import { defineCoin } from '../define-coin.ts';
import { bsc, ethereum, tokenOn } from '../token-networks.ts';

export const pepe = defineCoin({
  symbol: 'PEPE',
  name: 'Pepe',
  category: 'meme',
  tags: ['Meme', 'ERC20', 'BEP20'],
  highRisk: true,
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '2000000',
      contract: '0x6982508145454Ce325dDbE47a25d4ec3d2311933',
      precision: 2,
    }),
    tokenOn(bsc, {
      paymentThreshold: '200000',
      contract: '0x25d887Ce7a35172C62FeBFD67a1856F20FaEbB00',
      precision: 2,
    }),
  ],
});
