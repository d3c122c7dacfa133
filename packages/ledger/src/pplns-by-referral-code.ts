import { totalOf, windowFactors } from './pplns.ts';

/** Work of one miner under one referral code within one slice of time; without a code it is the empty text. */
export interface CodedWork {
  readonly minerId: bigint;
  readonly referralCode: string;
  /** Expected hashes. */
  readonly work: bigint;
}

export interface CodedShare {
  readonly minerId: bigint;
  readonly weight: bigint;
  /** Expected hashes, rounded down. */
  readonly work: bigint;
  /** What of it was done under a code, by code; nothing of most miners. */
  readonly codes: readonly { readonly referralCode: string; readonly weight: bigint }[];
}

export interface CodedWindow {
  readonly shares: readonly CodedShare[];
  readonly weight: bigint;
  readonly work: bigint;
}

/**
 * The PPLNS window, with the weight of each miner also by referral code. Each slice is iterated twice, so that a window of hundreds of
 * thousands of miners needs little more memory than its result.
 */
export function pplnsByReferralCode(slices: readonly Iterable<CodedWork>[], target: bigint): CodedWindow {
  const window = windowFactors(slices.map(totalOf), target);
  const shares = new Map<bigint, MutableShare>();
  for (const [index, factor] of window.factors.entries())
    for (const { minerId, referralCode, work } of slices[index] ?? []) {
      const weight = work * factor;
      if (weight === 0n) continue;
      let share = shares.get(minerId);
      if (share === undefined) shares.set(minerId, (share = { minerId, weight, work: 0n, codes: uncoded }));
      else share.weight += weight;
      if (referralCode !== '') addCode(share, referralCode, weight);
    }
  for (const share of shares.values()) share.work = (share.weight * window.work) / window.weight;
  return {
    shares: [...shares.values()].toSorted((a, b) => (a.minerId < b.minerId ? -1 : 1)),
    weight: window.weight,
    work: window.work,
  };
}

interface CodeWeight {
  readonly referralCode: string;
  weight: bigint;
}

interface MutableShare {
  readonly minerId: bigint;
  weight: bigint;
  work: bigint;
  codes: readonly CodeWeight[];
}

/** Of all miners without a code, together. */
const uncoded: readonly CodeWeight[] = [];

function addCode(share: MutableShare, referralCode: string, weight: bigint): void {
  const known = share.codes.find((each) => each.referralCode === referralCode);
  if (known === undefined) share.codes = [...share.codes, { referralCode, weight }];
  else known.weight += weight;
}
