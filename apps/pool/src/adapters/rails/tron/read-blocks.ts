import { fieldsOf, list, UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import { type Block, type BlockTransaction, readBlock } from './blocks.ts';
import type { Anchor } from './payment-proof.ts';
import { ask, type TronNode } from './tron-node.ts';

/** A block has some hundred thousand bytes as JSON; a node gives a hundred at most. */
const pageSize = 20;

/** @throws UnreadableAnswer where the node does not have it */
export async function askBlock(node: TronNode, number: number): Promise<Block> {
  const block = readBlock(await ask(node, 'getblock', { id_or_num: number.toString(), detail: true }));
  if (block.header.number !== number)
    throw new UnreadableAnswer(`it answers with another block than ${number}`);
  return block;
}

/** @throws UnreadableAnswer where the node does not have the block, or the block not the transaction */
export async function transactionIn(node: TronNode, number: number, txid: string): Promise<BlockTransaction> {
  const { transactions } = await askBlock(node, number);
  const found = transactions.find((each) => each.txid === txid);
  if (found === undefined)
    throw new UnreadableAnswer(`it says that ${txid} is in block ${number}, where it is not`);
  return found;
}

/**
 * The blocks on a block up to another number, the oldest first, each on the one before it by its id.
 *
 * @throws UnreadableAnswer where the node lacks one, or one is not on the one before it
 */
export async function* blocksAfter(
  node: TronNode,
  { number, id }: Anchor,
  to: number,
): AsyncGenerator<Block> {
  let parent = id;
  for (let from = number + 1; from <= to; from += pageSize) {
    const end = Math.min(from + pageSize, to + 1);
    const answer = await ask(node, 'getblockbylimitnext', { startNum: from, endNum: end });
    const blocks = answer['block'] === undefined ? [] : list(answer, 'block');
    if (blocks.length !== end - from)
      throw new UnreadableAnswer(`it does not have all blocks from ${from} to ${end - 1}`);
    for (const [at, each] of blocks.entries()) {
      const block = readBlock(fieldsOf(each, 'a block'));
      if (block.header.number !== from + at || block.header.parent !== parent)
        throw new UnreadableAnswer(`its block ${from + at} is not on the one before it`);
      parent = block.header.id;
      yield block;
    }
  }
}
