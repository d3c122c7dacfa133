import type { ArrivedOutput, OutputName } from '../../../domain/kernel/arrivals.ts';
import type { ChainFacts } from '../../chains/bitcoin/chain-facts.ts';
import type { Network } from '../../../domain/kernel/network-of-kind.ts';
import { smallestUnits } from '../../chains/bitcoin/smallest-units.ts';
import { fieldsOf, flag, hex, UnreadableAnswer, wholeNumber } from '../../chains/nodes/node-answers.ts';
import { valueOf } from '../../chains/nodes/node-voice.ts';
import { askEach } from '../ask-nodes.ts';
import { type AddressBook, addressBook } from './address-book.ts';
import { askTip, type RailNode } from './rail-node.ts';

/** Eight decimals, where the ledger has eighteen. */
const ledgerUnits = 10n ** 10n;
const witnesses = 2;

/**
 * What nodes say of one output: whether it is the pool's own, unspent, and this many blocks deep. One that does not have it so decides.
 *
 * @throws UnreadableAnswer where fewer than two answer (or the only one does not), or they name different amounts
 */
export async function arrivedOutput(
  nodes: readonly RailNode[],
  name: OutputName,
  {
    facts,
    network,
    own,
    confirmations,
  }: {
    readonly facts: ChainFacts;
    readonly network: Network;
    readonly own: readonly [string, ...string[]];
    readonly confirmations: number;
  },
): Promise<ArrivedOutput> {
  const { [network]: spelled, main } = facts.networks;
  const addresses = addressBook(own, spelled.addresses, main.addresses);
  const { answers, silent } = await askEach(nodes, async (node) => {
    const { isSynced } = await askTip(node.rpc, facts, network);
    if (!isSynced) throw new UnreadableAnswer('it is behind, or alone');
    return readOutput(
      valueOf(await node.rpc.call('gettxout', [name.txid, name.output, true])),
      addresses,
      confirmations,
    );
  });
  const [first] = answers;
  if (first === undefined || answers.length < Math.min(witnesses, nodes.length))
    throw new UnreadableAnswer(`too few nodes say what became of it: ${silent.join('; ')}`);
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
  return { kind: 'arrived', amount: smallestUnits(fields['value']) * ledgerUnits };
}
