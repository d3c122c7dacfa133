/** A transaction that may leave from now on, as the journal keeps it. */
export interface JournalLine {
  readonly payout: bigint;
  /** As a signer knows the payout (`Payout.orderId`); undefined in lines of before, and in what a wallet alone knows. */
  readonly orderId?: string | undefined;
  readonly txid: string;
  readonly network: string;
  readonly coin: string;
  readonly address: string;
  readonly memo: string;
  readonly amount: bigint;
  readonly bytes: Uint8Array;
  readonly proof: Readonly<Record<string, string>>;
  readonly at: number;
  /** In which life of the database it was written (`payout_epochs`); empty in journals of before. */
  readonly epoch: string;
}

/** A line of a file. */
export type NumberedLine = JournalLine & {
  /** From 1. */
  readonly number: number;
  /** What the next line follows. */
  readonly hash: string;
  /** The id of the ledger that wrote it (`ledgerIdOf`). Empty in lines of earlier releases, which may therefore be another pool's. */
  readonly ledger: string;
};

/**
 * What this process has sent or was about to send, outside of the database: append-only, each line hashed with the one before. A
 * database that was lost and restored can then not be taken for one that never paid.
 */
export interface PayoutJournal {
  /** Resolves when the disk has the line. */
  append(line: JournalLine): Promise<void>;
  /** Whether exactly these bytes stand in it. */
  has(payout: bigint, txid: string): boolean;
  /** Every line of a payout; of two payouts where an older copy of the database gave the number a second time. */
  linesOf(payout: bigint): readonly NumberedLine[];
  /** The newest line … */
  tail(): NumberedLine | undefined;
  /** … and all of them, the newest first, read as they are asked for. Throws at a part that cannot be trusted. */
  newestFirst(): Iterable<NumberedLine>;
  /** Where and why it cannot be trusted; undefined when it is whole. Nothing is appended to one that is not. */
  broken(): string | undefined;
}
