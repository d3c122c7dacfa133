/** How much of the ledger one audit looks at. What it leaves out has been looked at before, or will be in turn. */
export interface AuditScope {
  /** Everything there is, and the sums over all of it. */
  readonly whole: boolean;
  /** Ledger entries above this id: older ones can never change. */
  readonly entriesAfter: bigint;
  /** Accounts above this id, at most this number of them. */
  readonly accountsAfter: bigint;
  readonly accountsMax: number;
  /** Rounds above this id. */
  readonly roundsAfter: bigint;
}

export const wholeScope: AuditScope = {
  whole: true,
  entriesAfter: 0n,
  accountsAfter: 0n,
  accountsMax: Number.MAX_SAFE_INTEGER,
  roundsAfter: 0n,
};
