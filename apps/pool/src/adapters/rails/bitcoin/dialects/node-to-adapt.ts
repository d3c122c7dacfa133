import type { RailNode } from '../rail-node.ts';

/** A node with what has to be known to ask it in another dialect. */
export interface NodeToAdapt extends RailNode {
  /** Of the wallet. */
  readonly walletName: string;
  /** An address that the wallet has to watch. */
  readonly own: string;
  /** Blocks that must stand on one before its coinbase can be spent. */
  readonly maturity: number;
}
