/** What one whole coin is worth in US dollars, as decimal text: a rate is never a float. */
export interface Price {
  readonly usd: string;
  /** Who said so, as shown on a receipt. */
  readonly source: string;
  readonly observedAt: number;
}

export interface Rates {
  /** Undefined where there is no fresh price: the reward then waits in its own coin. */
  priceOf(asset: string): Price | undefined;
}
