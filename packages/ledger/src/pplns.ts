/** Work of one miner within one slice of time. Unit: expected hashes. */
export interface SliceWork {
  readonly minerId: bigint;
  readonly work: bigint;
}

/** What a miner weighs in a round, and the work behind it as a receipt shows it. */
export interface WindowShare {
  readonly minerId: bigint;
  /** In parts of the window's `weight`; exact, where work of the oldest slice counts in part. */
  readonly weight: bigint;
  /** Expected hashes, rounded down. */
  readonly work: bigint;
}

export interface PplnsWindow {
  readonly shares: readonly WindowShare[];
  readonly weight: bigint;
  readonly work: bigint;
}

/** How much a window takes of each slice, the newest first: a unit of work weighs its slice's factor. */
export interface WindowFactors {
  /** Of the slices in the window; older ones weigh nothing. */
  readonly factors: readonly bigint[];
  readonly weight: bigint;
  /** Expected hashes. */
  readonly work: bigint;
}

/**
 * Pay per last N shares, in work instead of shares: the newest slices whose work sums to `target`, the oldest pro-rated
 * (Rosenfeld, "Analysis of Bitcoin Pooled Mining Reward Systems", 2011, §5, unit-PPLNS with N = target).
 * `totals` is the work of each slice, newest first. A pool younger than its window shares by all the work it has. Where the oldest
 * slice counts in part, everything is scaled by its total, so that a part of it stays a whole number.
 */
export function windowFactors(totals: readonly bigint[], target: bigint): WindowFactors {
  if (target <= 0n) throw new RangeError('the window must be longer than nothing');
  let filled = 0n;
  let whole = 0;
  for (const total of totals) {
    const room = target - filled;
    if (room === 0n) break;
    if (total > room) {
      const factors = [...Array.from({ length: whole }, () => total), room];
      return { factors, weight: (filled + room) * total, work: filled + room };
    }
    filled += total;
    whole += 1;
  }
  return { factors: Array.from({ length: whole }, () => 1n), weight: filled, work: filled };
}

/** The work of a slice. */
export function totalOf(slice: Iterable<{ readonly work: bigint }>): bigint {
  let sum = 0n;
  for (const { work } of slice) {
    if (work < 0n) throw new RangeError('work is never negative');
    sum += work;
  }
  return sum;
}

/** The window by miner: see `windowFactors`. */
export function pplnsWindow(slices: readonly (readonly SliceWork[])[], target: bigint): PplnsWindow {
  const window = windowFactors(slices.map(totalOf), target);
  const weights = new Map<bigint, bigint>();
  for (const [index, factor] of window.factors.entries())
    for (const { minerId, work } of slices[index] ?? [])
      weights.set(minerId, (weights.get(minerId) ?? 0n) + work * factor);
  const shares = [...weights]
    .filter(([, weight]) => weight > 0n)
    .map(([minerId, weight]) => ({ minerId, weight, work: (weight * window.work) / window.weight }));
  return {
    shares: shares.toSorted((a, b) => (a.minerId < b.minerId ? -1 : 1)),
    weight: window.weight,
    work: window.work,
  };
}
