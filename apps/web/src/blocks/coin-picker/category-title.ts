const titles: Readonly<Record<string, string>> = {
  mineable: 'Mined here',
  layer1: 'Layer 1',
  layer2: 'Layer 2',
  defi: 'DeFi',
  meme: 'Meme',
  gaming: 'Gaming',
  stablecoin: 'Stablecoins',
  delisted: 'Delisted',
};

/** The heading of a category; one that this release does not know stands as it came. */
export function categoryTitle(category: string): string {
  return titles[category] ?? category;
}
