import { pplnsWindow } from './pplns.ts';

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
  const pairs: { account: bigint; code: string }[] = [];
  const numbers = new Map<string, bigint>();
  const numberOf = ({ account, code }: CodedWork): bigint => {
    const known = numbers.get(`${account} ${code}`);
    if (known !== undefined) return known;
    const number = BigInt(pairs.length);
    pairs.push({ account, code });
    numbers.set(`${account} ${code}`, number);
    return number;
  };
  const numbered = slices.map((slice) => slice.map((line) => ({ account: numberOf(line), work: line.work })));
  const window = pplnsWindow(numbered, target);
  const codes = new Map<bigint, { code: string; weight: bigint }[]>();
  for (const share of window.shares) {
    const pair = pairs[Number(share.account)];
    if (pair === undefined) continue;
    const own = codes.get(pair.account) ?? [];
    codes.set(pair.account, own);
    own.push({ code: pair.code, weight: share.weight });
  }
  const shares = [...codes].map(([account, own]) => {
    const weight = own.reduce((sum, each) => sum + each.weight, 0n);
    return { account, weight, work: (weight * window.work) / window.weight, codes: own };
  });
  return {
    shares: shares.toSorted((a, b) => (a.account < b.account ? -1 : 1)),
    weight: window.weight,
    work: window.work,
  };
}
