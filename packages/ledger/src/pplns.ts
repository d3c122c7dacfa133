import { atOnce, eachInSteps, sortInSteps, type Steps } from './in-steps.ts';

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
  return atOnce(windowInSteps(slices, target));
}

/** `pplnsWindow` for hundreds of thousands of accounts. */
export function* windowInSteps(
  slices: readonly (readonly SliceWork[])[],
  target: bigint,
): Steps<PplnsWindow> {
  if (target <= 0n) throw new RangeError('the window must be longer than nothing');
  const whole = new Map<bigint, bigint>();
  let filled = 0n;
  for (const slice of slices) {
    const total = yield* sumOf(slice);
    const room = target - filled;
    if (total > room) return yield* proRated(whole, filled, slice, total, room);
    yield* eachInSteps(slice, ({ account, work }) => {
      whole.set(account, (whole.get(account) ?? 0n) + work);
    });
    filled += total;
    if (filled === target) break;
  }
  const shares: WindowShare[] = [];
  yield* eachInSteps(whole, ([account, work]) => shares.push({ account, weight: work, work }));
  return { shares: yield* byAccount(shares), weight: filled, work: filled };
}

/** Everything is scaled by the oldest slice's total, so that a part of it stays a whole number. */
function* proRated(
  whole: ReadonlyMap<bigint, bigint>,
  filled: bigint,
  oldest: readonly SliceWork[],
  total: bigint,
  room: bigint,
): Steps<PplnsWindow> {
  const weights = new Map<bigint, bigint>();
  yield* eachInSteps(whole, ([account, work]) => weights.set(account, work * total));
  yield* eachInSteps(oldest, ({ account, work }) => {
    weights.set(account, (weights.get(account) ?? 0n) + work * room);
  });
  const shares: WindowShare[] = [];
  yield* eachInSteps(weights, ([account, weight]) => shares.push({ account, weight, work: weight / total }));
  return { shares: yield* byAccount(shares), weight: (filled + room) * total, work: filled + room };
}

function* sumOf(slice: readonly SliceWork[]): Steps<bigint> {
  let sum = 0n;
  yield* eachInSteps(slice, ({ work }) => {
    if (work < 0n) throw new RangeError('work is never negative');
    sum += work;
  });
  return sum;
}

function byAccount(shares: readonly WindowShare[]): Steps<WindowShare[]> {
  const working = shares.filter((share) => share.weight > 0n);
  return sortInSteps(working, (a, b) => (a.account < b.account ? -1 : 1));
}
