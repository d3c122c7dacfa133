/** Work of one account within one slice of time. Unit: expected hashes. */
export interface SliceWork {
  readonly account: bigint;
  readonly work: bigint;
}

/** What an account weighs in a round, and the work behind it as a receipt shows it. */
export interface WindowShare {
  readonly account: bigint;
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

/**
 * Pay per last N shares, in work instead of shares: the newest slices whose work sums to `target`, the oldest pro-rated
 * (Rosenfeld, "Analysis of Bitcoin Pooled Mining Reward Systems", 2011, §5, unit-PPLNS with N = target).
 * `slices` come newest first. A pool younger than its window shares by all the work it has.
 */
export function pplnsWindow(slices: readonly (readonly SliceWork[])[], target: bigint): PplnsWindow {
  if (target <= 0n) throw new RangeError('the window must be longer than nothing');
  const whole = new Map<bigint, bigint>();
  let filled = 0n;
  for (const slice of slices) {
    const total = sumOf(slice);
    const room = target - filled;
    if (total > room) return proRated(whole, filled, slice, total, room);
    for (const { account, work } of slice) whole.set(account, (whole.get(account) ?? 0n) + work);
    filled += total;
    if (filled === target) break;
  }
  const shares = [...whole].map(([account, work]) => ({ account, weight: work, work }));
  return { shares: byAccount(shares), weight: filled, work: filled };
}

/** Everything is scaled by the oldest slice's total, so that a part of it stays a whole number. */
function proRated(
  whole: ReadonlyMap<bigint, bigint>,
  filled: bigint,
  oldest: readonly SliceWork[],
  total: bigint,
  room: bigint,
): PplnsWindow {
  const weights = new Map([...whole].map(([account, work]) => [account, work * total]));
  for (const { account, work } of oldest) weights.set(account, (weights.get(account) ?? 0n) + work * room);
  const shares = [...weights].map(([account, weight]) => ({ account, weight, work: weight / total }));
  return { shares: byAccount(shares), weight: (filled + room) * total, work: filled + room };
}

function sumOf(slice: readonly SliceWork[]): bigint {
  let sum = 0n;
  for (const { work } of slice) {
    if (work < 0n) throw new RangeError('work is never negative');
    sum += work;
  }
  return sum;
}

function byAccount(shares: readonly WindowShare[]): WindowShare[] {
  return shares.filter((share) => share.weight > 0n).toSorted((a, b) => (a.account < b.account ? -1 : 1));
}
