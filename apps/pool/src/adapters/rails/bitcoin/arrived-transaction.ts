import type { ArrivedOutput } from '../../../domain/kernel/arrivals.ts';
import { fieldsOf, hex, UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import { valueOf } from '../../chains/nodes/node-protocol.ts';
import type { AddressBook } from './address-book.ts';
import { unitOf } from './amounts.ts';
import { type ArrivalTerms, askArrival } from './ask-arrival.ts';
import { depthOf } from './block-depth.ts';
import type { RailNode } from './rail-node.ts';
import { readTransaction } from './read-transaction.ts';
import { isIn } from './transaction-status.ts';

/**
 * What a transaction has paid to own addresses in all, whether that was spent again or not: by the bytes that a node's wallet has of it, held against its
 * id, and the block that has it, this many deep. One that does not have it so decides.
 *
 * @throws UnreadableAnswer where fewer than two answer (or the only one does not)
 */
export async function arrivedTransaction(
  nodes: readonly RailNode[],
  txid: string,
  terms: ArrivalTerms,
): Promise<ArrivedOutput> {
  return askArrival(nodes, terms, (node, addresses) => readPaid(node, txid, addresses, terms));
}

async function readPaid(
  node: RailNode,
  txid: string,
  addresses: Pick<AddressBook, 'isOwn'>,
  { confirmations, facts }: Pick<ArrivalTerms, 'confirmations' | 'facts'>,
): Promise<ArrivedOutput> {
  const missing = (why: string) => ({ kind: 'not-arrived', why }) as const;
  const outcome = await node.wallet.call('gettransaction', [txid, true]);
  if (outcome.kind === 'refused') return missing('no wallet knows the transaction');
  const fields = fieldsOf(valueOf(outcome), 'gettransaction');
  const transaction = readTransaction(hex(fields, 'hex'), node.form);
  if (transaction.txid !== txid) throw new UnreadableAnswer(`it gives ${transaction.txid} for ${txid}`);
  const { blockhash } = fields;
  if (typeof blockhash !== 'string') return missing('it waits for a block');
  const depth = await depthOf(node, blockhash);
  if (depth < 1) return missing('its block was given up');
  if (!(await isIn(node, blockhash, txid))) throw new UnreadableAnswer('its block does not have it');
  const paid = transaction.outputs.filter(({ script }) => addresses.isOwn(script));
  if (paid.length === 0) return missing('it pays no address of the wallet');
  if (depth < confirmations)
    return {
      ...missing(`it is ${depth} blocks deep, and ${confirmations} are needed`),
      isHeld: true,
    };
  return { kind: 'arrived', amount: paid.reduce((sum, { value }) => sum + value, 0n) * unitOf(facts) };
}
