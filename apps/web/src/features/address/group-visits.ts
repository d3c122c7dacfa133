import type { AddressVisit } from '../../shared/storage/preferences.ts';

export interface VisitGroup {
  readonly coin: string;
  /** Newest first. */
  readonly visits: readonly AddressVisit[];
}

/** The history by coin, the coin of the newest visit first, narrowed to coins (none for all) and to a text. */
export function groupVisits(
  history: readonly AddressVisit[],
  coins: readonly string[],
  text: string,
): readonly VisitGroup[] {
  const wanted = text.trim().toLowerCase();
  const groups = new Map<string, AddressVisit[]>();
  for (const visit of history.toSorted((a, b) => b.at - a.at)) {
    if (coins.length > 0 && !coins.includes(visit.coin)) continue;
    if (!`${visit.coin}:${visit.address}`.toLowerCase().includes(wanted)) continue;
    groups.set(visit.coin, [...(groups.get(visit.coin) ?? []), visit]);
  }
  return [...groups].map(([coin, visits]) => ({ coin, visits }));
}
