import { unitsPerSatoshi } from '@openlode/money/amount';
import type { ArrivedOutput, OutputName } from '../../../domain/kernel/arrivals.ts';
import { smallestUnits } from '../../chains/bitcoin/smallest-units.ts';
import { fieldsOf, flag, hex, UnreadableAnswer, wholeNumber } from '../../chains/nodes/node-answers.ts';
import { valueOf } from '../../chains/nodes/node-protocol.ts';
import type { AddressBook } from './address-book.ts';
import { type ArrivalTerms, askArrival } from './ask-arrival.ts';
import type { RailNode } from './rail-node.ts';

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
  const answers = await askArrival(nodes, terms, async ({ rpc }, addresses) =>
    readOutput(
      valueOf(await rpc.call('gettxout', [name.txid, name.output, true])),
      addresses,
      terms.confirmations,
    ),
  );
  const [first] = answers;
  const missing = answers.find(({ kind }) => kind === 'not-arrived');
  if (missing !== undefined) return missing;
  if (answers.some((each) => amountOf(each) !== amountOf(first)))
    throw new UnreadableAnswer('the nodes do not agree on what it pays');
  return first;
}

function amountOf(answer: ArrivedOutput): bigint | undefined {
  return answer.kind === 'arrived' ? answer.amount : undefined;
}

function readOutput(
  said: unknown,
  addresses: Pick<AddressBook, 'isOwn'>,
  confirmations: number,
): ArrivedOutput {
  if (said === null)
    return { kind: 'not-arrived', why: 'no node has it among what can be spent: it is not there, or spent' };
  const fields = fieldsOf(said, 'gettxout');
  const script = hex(fieldsOf(fields['scriptPubKey'], 'scriptPubKey'), 'hex');
  if (!addresses.isOwn(script)) return { kind: 'not-arrived', why: 'it pays no address of the wallet' };
  if (flag(fields, 'coinbase')) return { kind: 'not-arrived', why: 'it is the reward of a block' };
  const depth = wholeNumber(fields, 'confirmations');
  if (depth < confirmations)
    return { kind: 'not-arrived', why: `it is ${depth} blocks deep, and ${confirmations} are needed` };
  return { kind: 'arrived', amount: smallestUnits(fields['value']) * unitsPerSatoshi };
}
