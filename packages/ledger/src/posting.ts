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
  const byAsset = new Map<string, Map<LedgerAccount, bigint>>();
  const sums = new Map<string, bigint>();
  for (const { account, asset, amount } of entry.postings) {
    let byAccount = byAsset.get(asset);
    if (byAccount === undefined) byAsset.set(asset, (byAccount = new Map()));
    byAccount.set(account, (byAccount.get(account) ?? 0n) + amount);
    sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  }
  for (const [asset, sum] of sums) {
    if (sum !== 0n) throw new RangeError(`entry ${entry.key} is off by ${sum} units of ${asset}`);
  }
  const postings = [...byAsset]
    .toSorted(([a], [b]) => compare(a, b))
    .flatMap(([asset, byAccount]) =>
      [...byAccount]
        .filter(([, amount]) => amount !== 0n)
        .toSorted(([a], [b]) => compare(a, b))
        .map(([account, amount]): Posting => ({ account, asset, amount })),
    );
  if (postings.length === 0) throw new RangeError(`entry ${entry.key} moves nothing`);
  return { ...entry, postings };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What an entry says, in one canonical text: the same key with another content is a conflict, not a repeat. */
export function canonicalContent({ kind, postings }: Entry): string {
  const lines = postings.map(({ account, asset, amount }) => `\n${asset} ${account} ${amount}`);
  return kind + lines.join('');
}
