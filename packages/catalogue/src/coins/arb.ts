import { defineCoin } from '../define-coin.ts';
import { arbitrum, ethereum, tokenOn } from '../token-networks.ts';

export const arb = defineCoin({
  symbol: 'ARB',
  name: 'Arbitrum',
  category: 'layer2',
  tags: ['ERC20'],
  chains: [
    tokenOn(arbitrum, {
      isDefault: true,
      paymentThreshold: '5',
      contract: '0x912CE59144191C1204E64559FE8253a0e49E6548',
      precision: 6,
    }),
    tokenOn(ethereum, {
      paymentThreshold: '50',
      contract: '0xB50721BCf8d664c30412Cfbc6cf7a15145234ad1',
      precision: 6,
    }),
  ],
});
