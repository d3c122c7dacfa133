/** What a word about a price rests on: where the trades behind it are made. */
export type Backing =
  /** One venue has half of the volume or more: the word stands and falls with it. */
  | { readonly kind: 'venue'; readonly venue: string }
  /** No venue has half of it. */
  | { readonly kind: 'broad' }
  /** Not known, or not yet: it may repeat any other word. */
  | { readonly kind: 'unknown' };

/** The backing of a word from the volume of each venue, in any unit that they share. */
export function backingOf(volumes: ReadonlyMap<string, bigint>): Backing {
  let total = 0n;
  let largest: readonly [venue: string, volume: bigint] | undefined;
  for (const [venue, volume] of volumes) {
    if (volume <= 0n) continue;
    total += volume;
    if (largest === undefined || volume > largest[1] || (volume === largest[1] && venue < largest[0]))
      largest = [venue, volume];
  }
  if (largest === undefined) return { kind: 'unknown' };
  return largest[1] * 2n >= total ? { kind: 'venue', venue: largest[0] } : { kind: 'broad' };
}

/**
 * How many of the words count as witnesses of their own. Words that stand and fall with one venue are one witness together, however many
 * repeat them; a word of unknown backing is none beside others.
 */
export function countWitnesses(backings: readonly Backing[]): number {
  const venues = new Set(backings.flatMap((backing) => (backing.kind === 'venue' ? [backing.venue] : [])));
  const broad = backings.filter(({ kind }) => kind === 'broad').length;
  const known = venues.size + broad;
  return known === 0 && backings.length > 0 ? 1 : known;
}
