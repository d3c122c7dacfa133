import { fieldsOf, list } from '../../../chains/nodes/node-answers.ts';
import type { NodeRpc } from '../../../chains/nodes/node-rpc.ts';
import type { RpcOutcome } from '../../../chains/nodes/rpc-answer.ts';
import { type Ask, result } from './translate.ts';

/** Whether the node keeps an index of transactions, by one of an old block: a result where it does. */
export async function hasIndex(rpc: NodeRpc): Promise<RpcOutcome> {
  const hash = await rpc.call('getblockhash', [1]);
  // A chain of its first block alone.
  if (hash.kind === 'refused') return result(true);
  if (hash.kind !== 'result') return hash;
  const block = await rpc.call('getblock', [hash.value, true, false]);
  if (block.kind !== 'result') return block;
  const [first] = list(fieldsOf(block.value, 'getblock'), 'tx');
  const known = await rpc.call('getrawtransaction', [first, false]);
  return known.kind === 'refused'
    ? { kind: 'unanswered', why: 'it keeps no index of transactions: start it with --index-tx' }
    : known;
}

/** Whether a transaction spends a coin at an address that the wallet watches; the outcome of a call where one does not answer. */
export async function spendsOwn(rpc: NodeRpc, ask: Ask, txid: unknown): Promise<boolean | RpcOutcome> {
  const spending = await rpc.call('getrawtransaction', [txid, true]);
  if (spending.kind !== 'result') return unanswered(spending);
  for (const input of list(fieldsOf(spending.value, 'getrawtransaction'), 'vin')) {
    const { txid: made, vout } = fieldsOf(input, 'an input');
    // Of a coinbase.
    if (made === undefined) continue;
    const making = await rpc.call('getrawtransaction', [made, true]);
    if (making.kind !== 'result') return unanswered(making);
    const output = list(fieldsOf(making.value, 'getrawtransaction'), 'vout')[Number(vout)];
    const { addresses } = fieldsOf(fieldsOf(output, 'an output')['scriptPubKey'], 'a script');
    const [address] = Array.isArray(addresses) ? (addresses as readonly unknown[]) : [];
    if (typeof address !== 'string') continue;
    const account = await ask('getaccount', [address]);
    if (account.kind !== 'result') return account;
    if (account.value !== '') return true;
  }
  return false;
}

function unanswered(outcome: RpcOutcome): RpcOutcome {
  return outcome.kind === 'refused' ? { kind: 'unanswered', why: outcome.why } : outcome;
}
