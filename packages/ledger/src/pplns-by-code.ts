import { atOnce, eachInSteps, sortInSteps, type Steps } from './in-steps.ts';
import { windowInSteps } from './pplns.ts';

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

/** `pplnsByCode` for hundreds of thousands of accounts. */
export function* codedWindowInSteps(
  slices: readonly (readonly CodedWork[])[],
  target: bigint,
): Steps<CodedWindow> {
  const pairs: { account: bigint; code: string }[] = [];
  const numbers = new Map<string, Map<bigint, bigint>>();
  const numberOf = ({ account, code }: CodedWork): bigint => {
    let ofCode = numbers.get(code);
    if (ofCode === undefined) numbers.set(code, (ofCode = new Map()));
    const known = ofCode.get(account);
    if (known !== undefined) return known;
    const number = BigInt(pairs.length);
    pairs.push({ account, code });
    ofCode.set(account, number);
    return number;
  };
  const numbered: { account: bigint; work: bigint }[][] = [];
  for (const slice of slices) {
    const own: { account: bigint; work: bigint }[] = [];
    yield* eachInSteps(slice, (line) => own.push({ account: numberOf(line), work: line.work }));
    numbered.push(own);
  }
  const window = yield* windowInSteps(numbered, target);
  const codes = new Map<bigint, { code: string; weight: bigint }[]>();
  yield* eachInSteps(window.shares, (share) => {
    const pair = pairs[Number(share.account)];
    if (pair === undefined) return;
    const own = codes.get(pair.account) ?? [];
    codes.set(pair.account, own);
    own.push({ code: pair.code, weight: share.weight });
  });
  const shares: CodedShare[] = [];
  yield* eachInSteps(codes, ([account, own]) => {
    const weight = own.reduce((sum, each) => sum + each.weight, 0n);
    shares.push({ account, weight, work: (weight * window.work) / window.weight, codes: own });
  });
  return {
    shares: yield* sortInSteps(shares, (a, b) => (a.account < b.account ? -1 : 1)),
    weight: window.weight,
    work: window.work,
  };
}
