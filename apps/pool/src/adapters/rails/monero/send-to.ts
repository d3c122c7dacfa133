import { fieldsOf } from '../../chains/nodes/node-answers.ts';
import { plain } from '../../chains/monero/node-state.ts';
import type { SendVerdict } from '../send-verdicts.ts';
import { askTransactions, type MoneroNode } from './monero-node.ts';
import { readTransaction } from './read-transaction.ts';

const sendMs = 20_000;

/** What a node holds against a transaction, in words for the operator: the first that it names. */
const meanings: readonly (readonly [string, string])[] = [
  ['double_spend', 'something that it spends is spent by another transaction'],
  ['fee_too_low', 'its fee is too low at the moment'],
  ['too_few_outputs', 'it has too few outputs'],
  ['overspend', 'it spends more than it has'],
  ['invalid_input', 'something that it spends is not known here, or its proof does not hold'],
  ['too_big', 'it is too large'],
];

/** Hands bytes to a node. It refuses what it has already, so it is asked whether it has the transaction. */
export async function sendTo(node: MoneroNode, bytes: Uint8Array): Promise<SendVerdict> {
  const given = { tx_as_hex: Buffer.from(bytes).toString('hex'), do_not_relay: false };
  const outcome = await node.paths.send_raw_transaction.call('', given, { withinMs: sendMs });
  if (outcome.kind !== 'result')
    return { kind: outcome.kind === 'refused' ? 'refused' : 'unknown', why: outcome.why };
  const reported = fieldsOf(outcome.value, 'send_raw_transaction');
  if (reported['status'] === 'OK') return { kind: 'taken' };
  if (reported['status'] === 'BUSY') return { kind: 'unknown', why: 'the node is busy' };
  const { txid } = readTransaction(bytes);
  const known = await askTransactions(node, [txid]).catch(() => undefined);
  if (known?.has(txid) === true) return { kind: 'taken' };
  const meaning = meanings.find(([field]) => reported[field] === true)?.[1];
  const words = plain(reported['reason']);
  return {
    kind: 'refused',
    why: meaning ?? (words === '' ? `the node says ${plain(reported['status'])}` : words),
  };
}
