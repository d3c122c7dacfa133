import { fieldsOf, list, UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import type { NodeRpc } from '../../chains/nodes/node-rpc.ts';
import { ask, transactionCount } from './evm-node.ts';
import { count, hexText } from './quantities.ts';

/** A transaction that waits for a block. */
export interface WaitingTransaction {
  readonly txid: string;
  readonly nonce: number;
}

/**
 * An account's transactions that wait for a block, as a node lists them: by its pool, where it can say that of one account, or else
 * by the block that it would make next. What a node does not list is seen once it is in a block.
 *
 * @param next the next number of the account by blocks
 * @throws UnreadableAnswer where the node does not answer
 */
export async function waitingOf(
  rpc: NodeRpc,
  account: string,
  next: number,
): Promise<readonly WaitingTransaction[]> {
  const content = await rpc.call('txpool_contentFrom', [account]);
  if (content.kind === 'result') {
    // Pending and queued, and with some nodes what waits for a lower base fee.
    const parts = Object.values(fieldsOf(content.value, 'txpool_contentFrom'));
    return parts.flatMap((part) => Object.values(part ?? {}).map(read));
  }
  if (content.kind !== 'refused') throw new UnreadableAnswer(content.why);
  if ((await transactionCount(rpc, account, 'pending')) <= next) return [];
  const block = fieldsOf(await ask(rpc, 'eth_getBlockByNumber', ['pending', true]), 'the next block');
  return list(block, 'transactions').flatMap((each) => {
    return hexText(fieldsOf(each, 'a transaction'), 'from', 20) === account ? [read(each)] : [];
  });
}

function read(transaction: unknown): WaitingTransaction {
  const fields = fieldsOf(transaction, 'a transaction');
  return { txid: hexText(fields, 'hash', 32), nonce: count(fields['nonce'], 'nonce') };
}
