/** What the miner's page shows: `pending` until it is signed, `processing` until it is confirmed, then one of the two ends. */
export type PaymentStatus = 'pending' | 'processing' | 'success' | 'error';

/** A payout as its miner sees it. */
export interface Payment {
  readonly id: bigint;
  readonly kind: 'auto' | 'manual';
  readonly status: PaymentStatus;
  /** Why it failed, for example `INVALID_ADDRESS`. */
  readonly reason: string | null;
  readonly network: string;
  /** In units of 10^-18 of the miner's coin. */
  readonly amount: bigint;
  readonly txid: string | null;
  /** The exchange that the address belongs to, where known. */
  readonly exchange: string | null;
  /** An exchange sends it, and no wallet of the pool. */
  readonly isThroughExchange?: true;
  /** When it was asked for, sent, and done, in ms. */
  readonly createdAt: number;
  readonly broadcastAt: number | null;
  readonly settledAt: number | null;
  readonly confirmations: number;
  readonly confirmationsNeeded: number;
}
