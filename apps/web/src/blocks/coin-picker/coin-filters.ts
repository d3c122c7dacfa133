import type { CoinGroup, CoinItem } from '@openlode/contracts/http/coins';

/** The tags by which the list of coins can be narrowed. */
export const coinFilters = ['New', 'Meme', 'ERC20', 'BEP20', 'TRC20', 'Solana'] as const;
export type CoinFilter = (typeof coinFilters)[number];

/** Whether the coin carries the tag; what the catalogue sets for new coins is `top`. */
export function hasTag(coin: CoinItem, filter: CoinFilter): boolean {
  return coin.tags.split(',').includes(filter) || (filter === 'New' && coin.top === 1);
}

/** The groups with only the coins that carry the tag, without those that have none; all of them for null. */
export function filterGroups(groups: readonly CoinGroup[], filter: CoinFilter | null): readonly CoinGroup[] {
  if (filter === null) return groups;
  return groups
    .map((group) => ({ ...group, list: group.list.filter((coin) => hasTag(coin, filter)) }))
    .filter((group) => group.list.length > 0);
}
