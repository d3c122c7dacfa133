/** What the wallet of a network has of a coin, in units of 10^-18. */
export interface Funds {
  /** Can be spent now. */
  readonly spendable: bigint;
  /** Is the pool's own and can be spent once blocks stand on it: coins that are too young, and what payments on their way give back. */
  readonly waiting: bigint;
  /** Blocks until all of that can be spent, where the wallet says. */
  readonly waitingBlocks?: number;
  /** What one more payment costs beside its amount, of this coin; 0 where another coin pays for it. */
  readonly fee: bigint;
}

/** What payments of a coin on a network would cost now, in units of 10^-18 of `feeAsset`. */
export interface Quote {
  readonly feeAsset: string;
  /** For a payment alone. */
  readonly alone: bigint;
  /** For each of as many payments as one transaction makes. */
  readonly together: bigint;
  readonly payees: number;
  /** For a payment alone, by the word of two nodes: one alone raises it no further. Left out where fewer have answered. */
  readonly agreed?: bigint;
  /** The most that the settings allow for each. */
  readonly cap: bigint;
  /** What the network asks for now, in its own words: `12 units for a virtual byte`. */
  readonly rate: string;
}
