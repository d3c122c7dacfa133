import { fieldsOf, list, UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { ask, transactionCount } from './evm-node.ts';
import { count, hexText, toQuantity } from './quantities.ts';

/** A transaction of an account in a block. */
export interface NumberedTransaction {
  readonly txid: string;
  readonly nonce: number;
  readonly block: number;
  /** Of the block, in ms. */
  readonly at: number;
}

/**
 * The transaction that has used a number of an account, which is used on block `until`, and those of the account in the same block. Nodes keep no list by sender, so its block is found
 * by the state of blocks: in growing steps from `until` down, then by halves. It is mostly near.
 *
 * @throws UnreadableAnswer where the node does not answer, or has dropped the state of old blocks
 */
export async function findNumber(
  rpc: NodeRpc,
  account: string,
  nonce: number,
  until: number,
): Promise<FoundNumber> {
  const isUsedOn = async (block: number): Promise<boolean> =>
    (await transactionCount(rpc, account, block)) > nonce;
  // Not used on `below`, used on `block`.
  let block = until;
  let below = -1;
  for (let step = 1; block - step >= 0; step *= 2) {
    if (!(await isUsedOn(block - step))) {
      below = block - step;
      break;
    }
    block -= step;
  }
  while (block - below > 1) {
    const middle = Math.floor((block + below) / 2);
    if (await isUsedOn(middle)) block = middle;
    else below = middle;
  }
  const content = fieldsOf(await ask(rpc, 'eth_getBlockByNumber', [toQuantity(block), true]), 'the block');
  const at = count(content['timestamp'], 'timestamp') * 1000;
  const all = list(content, 'transactions').flatMap((each): readonly NumberedTransaction[] => {
    const fields = fieldsOf(each, 'a transaction');
    if (hexText(fields, 'from', 20) !== account) return [];
    return [{ txid: hexText(fields, 'hash', 32), nonce: count(fields['nonce'], 'nonce'), block, at }];
  });
  const found = all.find((each) => each.nonce === nonce);
  if (found === undefined)
    throw new UnreadableAnswer(`block ${block} has used number ${nonce} of ${account} and lists no such one`);
  return { found, all };
}

export interface FoundNumber {
  readonly found: NumberedTransaction;
  /** All of the account in its block. */
  readonly all: readonly NumberedTransaction[];
}
