/** One way in which the ledger contradicts itself. Figures are decimal text in ledger units, so that a report can travel. */
export interface Finding {
  /** The code of the promise that does not hold: a row of docs/invariants.md. */
  readonly rule:
    | 'L1'
    | 'L2'
    | 'L3'
    | 'L4'
    | 'L6'
    | 'L8'
    | 'L9'
    | 'L11'
    | 'L12'
    | 'L15'
    | 'L20'
    | 'I1'
    | 'I6'
    | 'E1'
    | 'W1'
    | 'P1'
    | 'P5';
  readonly kind: FindingKind;
  /** The ledger account that it is about, or the uuid of the miner; null where it is about neither. */
  readonly account: string | null;
  /** What was looked at: an entry's key, a round and line, an asset, a column. */
  readonly subject: string;
  readonly expected: string | null;
  readonly found: string | null;
}

export type FindingKind =
  | 'asset-unbalanced'
  | 'entry-unbalanced'
  | 'entry-empty'
  | 'balance-drifted'
  | 'balance-negative'
  | 'reward-not-shared-out'
  | 'credit-not-booked'
  | 'fee-not-booked'
  | 'credit-not-its-parts'
  | 'round-without-entry'
  | 'round-without-reward'
  | 'entry-without-round'
  | 'work-miscounted'
  | 'address-not-canonical'
  | 'miner-id-wrong'
  | 'miner-network-unknown'
  | 'events-with-gaps'
  | 'events-miscounted'
  | 'column-not-exact'
  | 'guard-missing'
  | 'chain-broken'
  | 'closing-broken'
  | 'earning-not-booked'
  | 'waiting-money-mismatch'
  | 'immature-money-mismatch'
  | 'fee-not-as-agreed'
  | 'identity-not-single'
  | 'payout-not-as-booked'
  | 'inflight-money-mismatch'
  | 'entry-without-payout'
  | 'transit-money-mismatch'
  | 'cold-money-mismatch'
  | 'wallet-short'
  | 'wallet-unreachable';
