import { fieldsOf, UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import { askKnown, type RailNode } from './rail-node.ts';

/** How deep a block is, 1 for the newest; below 1 where it is not on the best branch. */
export async function depthOf({ rpc }: RailNode, block: string): Promise<number> {
  const header = await askKnown(rpc, 'getblockheader', [block]);
  if (header === undefined) return 0;
  const { confirmations } = fieldsOf(header, 'getblockheader');
  if (!Number.isSafeInteger(confirmations)) throw new UnreadableAnswer('confirmations is no whole number');
  return confirmations as number;
}
