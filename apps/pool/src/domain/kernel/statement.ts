/** What another pool says of our account with it. Its word: nothing is credited by it. Amounts are in units of 10^-18. */
export interface UpstreamStatement {
  /** What it says that it has paid to the account since the account began: a counter. */
  readonly paid: bigint;
  /** What it owes, and would pay now or once it is enough. */
  readonly owed: bigint;
  /** What it will owe once its blocks are deep enough; undefined where it does not say that. */
  readonly immature: bigint | undefined;
  /** In hashes a second, over what time it likes; undefined where it does not say that. */
  readonly hashrate: bigint | undefined;
  /** Hashes that it has counted for the account since it began; undefined where it does not say that. */
  readonly hashes: bigint | undefined;
  /** Its newest payments to the account. */
  readonly payments: readonly ReportedPayment[];
  /** Whether these are all of them. */
  readonly isWhole: boolean;
}

/** A payment that another pool says it has made. */
export interface ReportedPayment {
  /** 64 hexadecimal digits in small letters. */
  readonly txid: string;
  readonly amount: bigint;
  /** By its clock, ms. */
  readonly at: number;
}

export type StatementAnswer =
  | { readonly kind: 'statement'; readonly statement: UpstreamStatement }
  /** It wants fewer calls; `restMs` is how long it said to wait, where it did. */
  | { readonly kind: 'limited'; readonly restMs: number | undefined }
  | { readonly kind: 'unanswered'; readonly why: string };

/** The account with another pool, as that pool's own pages have it. */
export interface StatementSource {
  /** As the settings name that pool. */
  readonly upstream: string;
  readonly algorithm: string;
  /** Which account of that pool, and in what unit: what is kept of another one is forgotten. */
  readonly account: string;
  /** The coin that it pays, and the network on which that comes. */
  readonly coin: string;
  readonly network: string;
  /** The exchange into whose account it pays; left out where that is a wallet. */
  readonly paysTo?: string | undefined;
  /** How long a payment may take, from when that pool said it until it is in a wallet of ours, ms. */
  readonly arrivesWithinMs: number;
  /** Asks it once. Never rejects. */
  ask(): Promise<StatementAnswer>;
}
