import type { LedgerAccount } from './accounts.ts';

/** One side of an entry: what an account of one asset gains (or, negative, gives). Unit: 10^-18 of the asset. */
export interface Posting {
  readonly account: LedgerAccount;
  readonly asset: string;
  readonly amount: bigint;
}

export interface Entry {
  /** The caller's own name for this movement; booking it twice changes nothing. */
  readonly key: string;
  readonly kind: string;
  readonly at: number;
  readonly postings: readonly Posting[];
}

/**
 * The only way to make an entry. Postings on one account and asset are joined, zero ones dropped; what is left must sum to
 * nothing for every asset. Throws a RangeError otherwise: an unbalanced entry is a bug and must never reach the ledger.
 */
export function balancedEntry(entry: Entry): Entry {
  const sums = new Map<string, bigint>();
  for (const { asset, amount } of entry.postings) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  for (const [asset, sum] of sums) {
    if (sum !== 0n) throw new RangeError(`entry ${entry.key} is off by ${sum} units of ${asset}`);
  }
  const postings = joined(
    entry.postings.toSorted((a, b) => compare(a.asset, b.asset) || compare(a.account, b.account)),
  ).filter(({ amount }) => amount !== 0n);
  if (postings.length === 0) throw new RangeError(`entry ${entry.key} moves nothing`);
  return { ...entry, postings };
}

/**
 * Joins postings of one account and asset. An entry of a large round has hundreds of thousands, most of them single: those are kept as
 * they are, not copied.
 */
function joined(sorted: readonly Posting[]): Posting[] {
  const postings: Posting[] = [];
  for (const posting of sorted) {
    const last = postings.at(-1);
    if (last?.account === posting.account && last.asset === posting.asset)
      postings[postings.length - 1] = { ...last, amount: last.amount + posting.amount };
    else postings.push(posting);
  }
  return postings;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * What an entry says, as one canonical text, in pieces: the same key with another content is a conflict, not a repeat.
 */
export function* canonicalContent({ kind, postings }: Entry): Generator<string> {
  yield kind;
  for (const { account, asset, amount } of postings) yield `\n${asset} ${account} ${amount}`;
}
