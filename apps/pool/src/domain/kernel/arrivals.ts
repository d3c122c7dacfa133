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
  /** In words for an operator. `isHeld`: it is, and not deep enough; its wallets count it. */
  | { readonly kind: 'not-arrived'; readonly why: string; readonly isHeld?: boolean };

/** Whether money has come into a wallet of the pool, by the word of nodes: two of them, where there are several. */
export interface Arrivals {
  /** Rejects where too few answer, they name different amounts, or the coin has no nodes. */
  outputOf(coin: string, name: OutputName): Promise<ArrivedOutput>;
  /**
   * What a transaction has paid to the pool in all, by outputs that may be spent again by now. Rejects as `outputOf`, and where that cannot be said of the
   * coin.
   */
  paidBy(pair: { readonly coin: string; readonly network: string }, txid: string): Promise<ArrivedOutput>;
  /** Whether an address is one of the wallet's, by the word of every node that says so. Rejects where none says it, or the coin has no nodes. */
  owns(pair: { readonly coin: string; readonly network: string }, address: string): Promise<boolean>;
}

const noNodes = async (): Promise<never> => {
  throw new Error('this pool has no nodes of its own');
};

/** Of a pool without nodes. */
export const noArrivals: Arrivals = { outputOf: noNodes, paidBy: noNodes, owns: noNodes };
