import type { BlockAtNode } from '../nodes/block-report.ts';
import { fieldsOf, UnreadableAnswer, wholeNumber } from '../nodes/node-answers.ts';
import type { NodeRpc } from '../nodes/node-rpc.ts';
import type { RpcOutcome } from '../nodes/rpc-answer.ts';

/** The node knows no such block (`RPC_INVALID_ADDRESS_OR_KEY`). */
const notFound = -5;
/** bcoin says so under the code of everything that goes wrong. */
const isNotFound = (code: number, why: string): boolean =>
  code === notFound || (code === -1 && why === 'Block not found');

/** Reads an answer to `getblockheader`; undefined where the node does not know the block. Throws where it has not answered that question. */
export function readBlockAtNode(outcome: RpcOutcome): BlockAtNode | undefined {
  if (outcome.kind === 'refused' && isNotFound(outcome.code, outcome.why)) return undefined;
  if (outcome.kind !== 'result') throw new UnreadableAnswer(outcome.why);
  const header = fieldsOf(outcome.value, 'getblockheader');
  const { confirmations } = header;
  if (!Number.isSafeInteger(confirmations) || (confirmations as number) < -1)
    throw new UnreadableAnswer('confirmations is no number from -1 on');
  return { height: wholeNumber(header, 'height'), confirmations: confirmations as number };
}

/**
 * What a node knows of a block, by its header and by the block that its best branch has at that height: bcoin counts confirmations
 * of a branch that lost, too. Undefined where the node does not know the block.
 *
 * @throws UnreadableAnswer where it has not answered
 */
export async function askBlock(rpc: NodeRpc, hash: string): Promise<BlockAtNode | undefined> {
  const block = readBlockAtNode(await rpc.call('getblockheader', [hash]));
  if (block === undefined || block.confirmations < 1) return block;
  const there = await rpc.call('getblockhash', [block.height]);
  if (there.kind !== 'result') throw new UnreadableAnswer(there.why);
  return there.value === hash ? block : { ...block, confirmations: -1 };
}

/** Whether the best branch of a node has another block at this height. */
export async function hasOther(rpc: NodeRpc, height: number, hash: string): Promise<boolean> {
  const outcome = await rpc.call('getblockhash', [height]);
  return outcome.kind === 'result' && typeof outcome.value === 'string' && outcome.value !== hash;
}
