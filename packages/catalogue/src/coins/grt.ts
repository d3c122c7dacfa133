import { defineCoin } from '../define-coin.ts';
import { arbitrum, ethereum, tokenOn } from '../token-networks.ts';

export const grt = defineCoin({
  symbol: 'GRT',
  name: 'The Graph',
  category: 'defi',
  tags: ['ERC20'],
  chains: [
    tokenOn(ethereum, {
      isDefault: true,
      paymentThreshold: '200',
      contract: '0xc944E90C64B2c07662A292be6244BDf05Cda44a7',
      precision: 6,
    }),
    tokenOn(arbitrum, {
      paymentThreshold: '20',
      contract: '0x9623063377AD1B27544C965cCd7342f7EA7e88C7',
      precision: 6,
    }),
  ],
});
