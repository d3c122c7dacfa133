/** A transaction as its bytes say it. */
export interface ReadTransaction {
  /** As printed. */
  readonly txid: string;
  /**
   * The id that it would have without any script in its inputs, as before it was signed: the same for all transactions that spend the same
   * coins under the same sequences, pay the same outputs in the same order, and have the same version and lock time. Where every input has
   * its signatures in a witness it is the id itself.
   */
  readonly effect: string;
  readonly inputs: readonly {
    /** The coin that it spends, as `TXID:OUTPUT`, or of the form `nexa` `OUTPOINT:0`; of a coinbase it is none, and all zeros. */
    readonly coin: string;
    readonly sequence: number;
  }[];
  readonly outputs: readonly TransactionOutput[];
  /** The names of its outputs as coins, in their order; left out where they are its id and their number. */
  readonly made?: readonly string[];
  readonly lockTime: number;
  /** Of the form `timed`: the moment that it says of itself, in seconds since 1970. */
  readonly time?: number;
  /** Its bytes without witnesses: what its id is the hash of. */
  readonly stripped: Uint8Array;
  /** What it counts for in a block, in virtual bytes (BIP 141). */
  readonly virtualBytes: number;
}

export interface TransactionOutput {
  readonly script: Uint8Array;
  /** In the chain's smallest units. */
  readonly value: bigint;
}
