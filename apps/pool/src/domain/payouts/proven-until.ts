/** A comparison with the wallets in which the database knew every transaction from `since` to `comparedAt`, both in ms. */
export interface CleanComparison {
  readonly since: number;
  readonly comparedAt: number;
}

/**
 * Up to when the database is known to have every transaction that left, in ms: comparisons count as far as they follow each other without
 * a gap from the beginning of the ledger. Comparisons are rows of the database, so a restored copy has exactly those that hold for the
 * copy. `comparisons` are in the order in which they were made.
 */
export function provenUntil(begin: number, comparisons: readonly CleanComparison[]): number {
  return comparisons.reduce(
    (proven, { since, comparedAt }) => (since <= proven && comparedAt > proven ? comparedAt : proven),
    begin,
  );
}
