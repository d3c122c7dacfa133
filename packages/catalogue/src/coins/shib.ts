import { defineCoin } from '../define-coin.ts';
import { bsc, ethereum, tokenOn } from '../token-networks.ts';

export const shib = defineCoin({
  symbol: 'SHIB',
  name: 'Shiba Inu',
  category: 'meme',
  tags: ['Meme', 'ERC20', 'BEP20'],
  highRisk: true,
  chains: [
    tokenOn(bsc, {
      isDefault: true,
      paymentThreshold: '200000',
      contract: '0x2859e4544C4bB03966803b044A93563Bd2D0DD4D',
      precision: 2,
    }),
    tokenOn(ethereum, {
      paymentThreshold: '2000000',
      contract: '0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE',
      precision: 2,
    }),
  ],
});
