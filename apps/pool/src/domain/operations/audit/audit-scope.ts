/** How much of the ledger one audit looks at. What it leaves out has been looked at before, or will be in turn. */
export interface AuditScope {
  /** Everything there is, and the sums over all of it. */
  readonly whole: boolean;
  /** Ledger entries above this id: older ones can never change. */
  readonly entriesAfter: bigint;
  /** Miners above this id, at most this number of them. */
  readonly minersAfter: bigint;
  readonly minersMax: number;
  /** Rounds above this id. */
  readonly roundsAfter: bigint;
}

export const wholeScope: AuditScope = {
  whole: true,
  entriesAfter: 0n,
  minersAfter: 0n,
  minersMax: Number.MAX_SAFE_INTEGER,
  roundsAfter: 0n,
};
