import type { BlockState } from '../../../domain/kernel/chain.ts';

/** What a node knows of a block. */
export interface BlockAtNode {
  readonly height: number;
  /** The block itself and all on it; -1 on a branch that is not the best. */
  readonly confirmations: number;
}

/** What a node says of one block, at its present height. */
export interface BlockReport {
  readonly state: BlockState;
  readonly buriedUnder: number;
}

/**
 * The state of a block by one node's word.
 *
 * @param maturity blocks that must stand on one before its coinbase can be spent
 */
export function reportOf(block: BlockAtNode | undefined, nodeHeight: number, maturity: number): BlockReport {
  if (block === undefined) return { state: 'unknown', buriedUnder: 0 };
  if (block.confirmations < 0)
    return { state: 'orphaned', buriedUnder: Math.max(0, nodeHeight - block.height) };
  // Its own header counts as one; the wallet of the reference node counts a coinbase in from the next block on.
  return { state: block.confirmations > maturity ? 'mature' : 'immature', buriedUnder: 0 };
}
