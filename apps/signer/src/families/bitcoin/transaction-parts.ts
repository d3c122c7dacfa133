export interface TransactionInput {
  /** As it is written, the last byte first: the other way round than in bytes. */
  readonly txid: string;
  readonly index: number;
  readonly sequence: number;
  /** What it says to spend, where transactions say that. */
  readonly amount?: bigint;
}

export interface TransactionOutput {
  readonly script: Uint8Array;
  readonly amount: bigint;
}

export interface UnsignedTransaction {
  readonly version: number;
  /** What stands behind the version, and behind the lock time, where the form has something there. */
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  readonly lockTime: number;
  readonly inputs: readonly TransactionInput[];
  readonly outputs: readonly TransactionOutput[];
  readonly bytes: Uint8Array;
  readonly txid: string;
}

/** What of a previous transaction counts. */
export interface PreviousTransaction {
  readonly txid: string;
  readonly outputs: readonly TransactionOutput[];
  /** What stands behind its version, where the form has something there. */
  readonly head: Uint8Array;
  /** The names of its outputs in their order, where inputs name what they spend by these; else by its id and a number. */
  readonly outpoints?: readonly string[];
}
