import type { ArrivedOutput, OutputName } from '../../../domain/kernel/arrivals.ts';
import { smallestUnits } from '../../chains/bitcoin/smallest-units.ts';
import { fieldsOf, flag, hex, UnreadableAnswer, wholeNumber } from '../../chains/nodes/node-answers.ts';
import { valueOf } from '../../chains/nodes/node-protocol.ts';
import type { AddressBook } from './address-book.ts';
import { unitOf } from './amounts.ts';
import { type ArrivalTerms, askArrival } from './ask-arrival.ts';
import { makerOf, outputNamed } from './coin-names.ts';
import { askKnown, type RailNode } from './rail-node.ts';
import { type ReadTransaction, readTransaction } from './read-transaction.ts';

const paysOther = { kind: 'not-arrived', why: 'it pays no address of the wallet' } as const;

/**
 * What nodes say of one output: whether it is the pool's own, unspent, and this many blocks deep. One that does not have it so decides.
 *
 * @throws UnreadableAnswer where fewer than two answer (or the only one does not), or they name different amounts
 */
export async function arrivedOutput(
  nodes: readonly RailNode[],
  name: OutputName,
  terms: ArrivalTerms,
): Promise<ArrivedOutput> {
  return askArrival(nodes, terms, async (node, addresses) => {
    const reported = valueOf(await node.rpc.call('gettxout', [name.txid, name.output, true]));
    const read = readOutput(reported, addresses, terms);
    if (read.kind !== 'arrived' || addresses.coins !== 'key-hash') return read;
    const spending = await transactionOf(node, name.txid);
    if (await spendsOwn(node, spending, addresses))
      return { kind: 'not-arrived', why: 'its transaction spends coins of the pool: it is change' };
    return node.form === 'nexa' ? ofBytes(read, spending, name, addresses) : read;
  });
}

/**
 * Whether a transaction spends a coin of the pool. The database knows the pool's own by their names, and of one out of coins at key hashes anyone can make
 * another id: what it gives back must not count as income under that.
 */
async function spendsOwn(
  { wallet, form }: RailNode,
  { inputs }: ReadTransaction,
  addresses: Pick<AddressBook, 'isOwn'>,
): Promise<boolean> {
  for (const { coin } of inputs) {
    const bytes = await bytesKnown(wallet, makerOf(coin));
    const spent = bytes && outputNamed(readTransaction(bytes, form), coin);
    if (spent !== undefined && addresses.isOwn(spent.script)) return true;
  }
  return false;
}

async function transactionOf({ wallet, form }: RailNode, txid: string): Promise<ReadTransaction> {
  const bytes = await bytesKnown(wallet, txid);
  if (bytes === undefined) throw new UnreadableAnswer(`its wallet does not know ${txid}`);
  return readTransaction(bytes, form);
}

/**
 * Of Nexa a wallet knows a transaction by three names, and what came in counts under one of them, its idem; and a node says of an output its script
 * alone, which another type of output may have as well.
 */
function ofBytes(
  read: ArrivedOutput,
  { txid, outputs }: ReadTransaction,
  name: OutputName,
  addresses: Pick<AddressBook, 'isOwn'>,
): ArrivedOutput {
  if (txid !== name.txid) throw new UnreadableAnswer(`it gives ${txid} for ${name.txid}`);
  const output = outputs[name.output];
  return output !== undefined && addresses.isOwn(output.script) ? read : paysOther;
}

async function bytesKnown(wallet: RailNode['wallet'], txid: string): Promise<Uint8Array | undefined> {
  const known = await askKnown(wallet, 'gettransaction', [txid, true]);
  return known === undefined ? undefined : hex(fieldsOf(known, 'gettransaction'), 'hex');
}

function readOutput(
  reported: unknown,
  addresses: Pick<AddressBook, 'isOwn'>,
  { confirmations, facts }: Pick<ArrivalTerms, 'confirmations' | 'facts'>,
): ArrivedOutput {
  if (reported === null)
    return { kind: 'not-arrived', why: 'no node has it among what can be spent: it is not there, or spent' };
  const fields = fieldsOf(reported, 'gettxout');
  const script = hex(fieldsOf(fields['scriptPubKey'], 'scriptPubKey'), 'hex');
  if (!addresses.isOwn(script)) return paysOther;
  // Of Bitcoin Cash: the pool spends no coin with a token in it, so it would have income that it can never pay out.
  if (fields['tokenData'] !== undefined)
    return { kind: 'not-arrived', why: 'it holds a token, and such an output is not spent here' };
  if (flag(fields, 'coinbase')) return { kind: 'not-arrived', why: 'it is the reward of a block' };
  const depth = wholeNumber(fields, 'confirmations');
  if (depth < confirmations)
    return { kind: 'not-arrived', why: `it is ${depth} blocks deep, and ${confirmations} are needed` };
  return { kind: 'arrived', amount: smallestUnits(fields['value'], facts.decimals) * unitOf(facts) };
}
