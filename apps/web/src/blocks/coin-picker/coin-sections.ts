import type { CoinGroup, CoinItem } from '@openlode/contracts/http/coins';
import { type CoinFilter, filterGroups } from './coin-filters.ts';
import { matchCoins, pickCoins, popularCoins } from './match-coins.ts';

export interface CoinSection {
  readonly title: string;
  readonly coins: CoinGroup['list'];
  /** Whether its heading opens and closes it. */
  readonly folds: boolean;
}

export interface CoinSearch {
  /** Trimmed; empty where nothing is searched for. */
  readonly text: string;
  readonly filter: CoinFilter | null;
  /** Symbols of the coins viewed last, the latest first. */
  readonly recent: readonly string[];
}

/** The matches of a text in one section; without a text the recent coins, the popular ones and every category. */
export function buildSections(groups: readonly CoinGroup[], search: CoinSearch): readonly CoinSection[] {
  const { text, filter, recent } = search;
  const isPaid = ({ paid_here }: CoinItem): boolean => paid_here;
  if (text !== '') {
    const coins = [...matchCoins(groups, text)];
    if (coins.length === 0) return [];
    return [
      { title: coins.length === 1 ? '1 coin matches' : `${coins.length} coins match`, coins, folds: false },
    ];
  }
  const filtered = filterGroups(groups, filter);
  const viewed = [...pickCoins(filtered, recent)];
  const popular = filter === null ? [...popularCoins(groups)] : [];
  return [
    ...(viewed.length === 0 ? [] : [{ title: 'Recently viewed', coins: viewed, folds: false }]),
    ...(popular.length === 0 ? [] : [{ title: 'Popular', coins: popular, folds: false }]),
    // What cannot be chosen stands last, and is still found.
    ...filtered.map(({ category, list }) => ({
      title: category,
      coins: [...list.filter(isPaid), ...list.filter((coin) => !isPaid(coin))],
      folds: true,
    })),
  ];
}

export interface PlacedSection extends CoinSection {
  readonly isOpen: boolean;
  /** Index of its first coin among all that are shown. */
  readonly start: number;
}

/** Counts the coins through the open sections, as the highlight goes through them; `closed` holds the titles of the closed ones. */
export function placeSections(
  sections: readonly CoinSection[],
  closed: ReadonlySet<string>,
): readonly PlacedSection[] {
  let start = 0;
  return sections.map((section) => {
    const isOpen = !section.folds || !closed.has(section.title);
    const placed = { ...section, isOpen, start };
    if (isOpen) start += section.coins.length;
    return placed;
  });
}
