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
  readonly codes: readonly { readonly referralCode: string; readonly weight: bigint }[];
}

export interface CodedWindow {
  readonly shares: readonly CodedShare[];
  readonly weight: bigint;
  readonly work: bigint;
}

/** The PPLNS window with each miner's weight told apart by the code that its work was done under. */
export function pplnsByReferralCode(slices: readonly (readonly CodedWork[])[], target: bigint): CodedWindow {
  const window = windowFactors(slices.map(totalOf), target);
  const shares = new Map<bigint, { minerId: bigint; weight: bigint; work: bigint; codes: CodeWeight[] }>();
  for (const [index, factor] of window.factors.entries())
    for (const { minerId, referralCode, work } of slices[index] ?? []) {
      const weight = work * factor;
      if (weight === 0n) continue;
      const share = shares.get(minerId);
      if (share === undefined) {
        shares.set(minerId, { minerId, weight, work: 0n, codes: [{ referralCode, weight }] });
        continue;
      }
      share.weight += weight;
      const known = share.codes.find((each) => each.referralCode === referralCode);
      if (known === undefined) share.codes.push({ referralCode, weight });
      else known.weight += weight;
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
