/** One way in which the ledger contradicts itself. Figures are decimal text in ledger units, so that a report can travel. */
export interface Finding {
  /**
   * The promise that does not hold. L1 every entry balances, L2 append-only, L3 a balance is its postings, L4 no liability is
   * negative, L6 exact columns, L8 a reward is shared out whole, L9 a credit is its gross less the fee, L12 one spelling an account,
   * I1 work is counted once, I6 one entry a reward line, P5 a payout takes its money once and ends once, L11 the wallet holds what the ledger says, E1 events without gaps, W1 the sandbox wall.
   */
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
    | 'I1'
    | 'I6'
    | 'E1'
    | 'W1'
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
  | 'waiting-money-mismatch'
  | 'immature-money-mismatch'
  | 'fee-not-as-agreed'
  | 'identity-not-single'
  | 'payout-not-as-booked'
  | 'inflight-money-mismatch'
  | 'entry-without-payout'
  | 'wallet-short'
  | 'wallet-unreachable';
