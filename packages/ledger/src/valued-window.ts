import type { CodedShare, CodedWindow } from './pplns-by-referral-code.ts';

/** Work of one miner under one referral code, and what it is worth; without a code that is the empty text. */
export interface ValuedWork {
  readonly minerId: bigint;
  readonly referralCode: string;
  /** Expected hashes. */
  readonly work: bigint;
  /** What it would be paid by its difficulty (PPS): work against what a block took when it was done, in any unit that is the same for all. */
  readonly value: bigint;
}

interface MutableShare {
  readonly minerId: bigint;
  weight: bigint;
  work: bigint;
  codes: CodedShare['codes'];
}

/**
 * A window in which every miner weighs what its work is worth by itself, however long ago it was done: for what another pool pays for a span
 * of time. At most one line for each miner and code.
 */
export function valuedWindow(lines: Iterable<ValuedWork>): CodedWindow {
  const shares = new Map<bigint, MutableShare>();
  let [weight, work] = [0n, 0n];
  for (const each of lines) {
    if (each.work < 0n || each.value < 0n) throw new RangeError('work is never negative');
    if (each.value === 0n) continue;
    const { minerId, referralCode } = each;
    const share = shares.get(minerId) ?? { minerId, weight: 0n, work: 0n, codes: [] };
    shares.set(minerId, share);
    share.weight += each.value;
    share.work += each.work;
    if (referralCode !== '') share.codes = [...share.codes, { referralCode, weight: each.value }];
    weight += each.value;
    work += each.work;
  }
  return { shares: [...shares.values()].toSorted((a, b) => (a.minerId < b.minerId ? -1 : 1)), weight, work };
}
