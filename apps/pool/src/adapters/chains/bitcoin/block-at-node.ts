import type { BlockState } from '../../../domain/kernel/chain.ts';
import { fieldsOf, UnreadableAnswer, wholeNumber } from './node-answers.ts';
import type { RpcOutcome } from './rpc-answer.ts';

/** What a node knows of a block, by its header. */
export interface BlockAtNode {
  readonly height: number;
  /** The block itself and all on it; -1 on a branch that is not the best. */
  readonly confirmations: number;
}

/** The node knows no such block (`RPC_INVALID_ADDRESS_OR_KEY`). */
const notFound = -5;

/** Reads an answer to `getblockheader`; undefined where the node does not know the block. Throws where it has not answered that question. */
export function readBlockAtNode(outcome: RpcOutcome): BlockAtNode | undefined {
  if (outcome.kind === 'refused' && outcome.code === notFound) return undefined;
  if (outcome.kind !== 'result') throw new UnreadableAnswer(outcome.why);
  const header = fieldsOf(outcome.value, 'getblockheader');
  const { confirmations } = header;
  if (!Number.isSafeInteger(confirmations) || (confirmations as number) < -1)
    throw new UnreadableAnswer('confirmations is no number from -1 on');
  return { height: wholeNumber(header, 'height'), confirmations: confirmations as number };
}

/** What a node says of one block, at its present height. */
export interface BlockVoice {
  readonly state: BlockState;
  readonly buriedUnder: number;
}

/**
 * The state of a block by one node's word.
 *
 * @param maturity blocks that must stand on one before its coinbase can be spent
 */
export function voiceOf(block: BlockAtNode | undefined, nodeHeight: number, maturity: number): BlockVoice {
  if (block === undefined) return { state: 'unknown', buriedUnder: 0 };
  if (block.confirmations < 0)
    return { state: 'orphaned', buriedUnder: Math.max(0, nodeHeight - block.height) };
  // Its own header counts as one; the wallet of the reference node counts a coinbase in from the next block on.
  return { state: block.confirmations > maturity ? 'mature' : 'immature', buriedUnder: 0 };
}
