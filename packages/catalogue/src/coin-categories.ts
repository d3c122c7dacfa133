import type { CoinCategory } from './define-coin.ts';

/** The headings of the coin switcher, in the order in which it lists them. */
export const coinCategoryTitles: Readonly<Record<CoinCategory, string>> = {
  mineable: 'Proof-of-work coins',
  layer1: 'Layer 1',
  layer2: 'Layer 2',
  defi: 'DeFi',
  meme: 'Meme',
  gaming: 'Gaming',
  stablecoin: 'Stablecoins',
  delisted: 'Delisted',
};
