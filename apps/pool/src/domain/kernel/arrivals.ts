/** One output of a transaction. */
export interface OutputName {
  /** 64 hexadecimal digits. */
  readonly txid: string;
  readonly output: number;
}

/** What the nodes of a coin say of an output. */
export type ArrivedOutput =
  /** It is the pool's own, unspent, deep enough, and no block's reward. In units of 10^-18. */
  | { readonly kind: 'arrived'; readonly amount: bigint }
  /** In words for an operator. */
  | { readonly kind: 'not-arrived'; readonly why: string };

/** Whether money has come into a wallet of the pool, by the word of nodes: two of them, where there are several. */
export interface Arrivals {
  /** Rejects where too few answer, they name different amounts, or the coin has no nodes. */
  outputOf(coin: string, name: OutputName): Promise<ArrivedOutput>;
}
