import { atOnce, eachInSteps, sortInSteps, type Steps } from './in-steps.ts';
import { totalOf, windowFactors } from './pplns.ts';

/** Work of one account under one referral code within one slice of time; without a code it is the empty text. */
export interface CodedWork {
  readonly account: bigint;
  readonly code: string;
  /** Expected hashes. */
  readonly work: bigint;
}

export interface CodedShare {
  readonly account: bigint;
  readonly weight: bigint;
  /** Expected hashes, rounded down. */
  readonly work: bigint;
  readonly codes: readonly { readonly code: string; readonly weight: bigint }[];
}

export interface CodedWindow {
  readonly shares: readonly CodedShare[];
  readonly weight: bigint;
  readonly work: bigint;
}

/** The PPLNS window with each account's weight told apart by the code that its work was done under. */
export function pplnsByCode(slices: readonly (readonly CodedWork[])[], target: bigint): CodedWindow {
  return atOnce(codedWindowInSteps(slices, target));
}

/** `pplnsByCode` for hundreds of thousands of accounts: one object each, and no copies on the way. */
export function* codedWindowInSteps(
  slices: readonly (readonly CodedWork[])[],
  target: bigint,
): Steps<CodedWindow> {
  const totals: bigint[] = [];
  for (const slice of slices) totals.push(yield* totalOf(slice));
  const window = windowFactors(totals, target);
  const shares = new Map<bigint, { account: bigint; weight: bigint; work: bigint; codes: CodeWeight[] }>();
  for (const [index, factor] of window.factors.entries())
    yield* eachInSteps(slices[index] ?? [], ({ account, code, work }) => {
      const weight = work * factor;
      if (weight === 0n) return;
      const share = shares.get(account);
      if (share === undefined) {
        shares.set(account, { account, weight, work: 0n, codes: [{ code, weight }] });
        return;
      }
      share.weight += weight;
      const known = share.codes.find((each) => each.code === code);
      if (known === undefined) share.codes.push({ code, weight });
      else known.weight += weight;
    });
  yield* eachInSteps(shares.values(), (share) => {
    share.work = (share.weight * window.work) / window.weight;
  });
  return {
    shares: yield* sortInSteps([...shares.values()], (a, b) => (a.account < b.account ? -1 : 1)),
    weight: window.weight,
    work: window.work,
  };
}

interface CodeWeight {
  readonly code: string;
  weight: bigint;
}
