import type { ArrivedOutput } from '../../../domain/kernel/arrivals.ts';
import type { Network } from '../../../domain/kernel/network-of-kind.ts';
import { minersPrefixes, type RailFacts } from '../../chains/bitcoin/chain-facts.ts';
import { UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import { askEach } from '../ask-nodes.ts';
import { type AddressBook, addressBook } from './address-book.ts';
import { askTip, type RailNode } from './rail-node.ts';

const witnesses = 2;

/** What is asked of a payment to ourselves. */
export interface ArrivalTerms {
  readonly facts: RailFacts;
  readonly network: Network;
  readonly own: readonly [string, ...string[]];
  readonly confirmations: number;
}

/**
 * What each node that is on the network and synced says of a payment to own addresses.
 *
 * @throws UnreadableAnswer where fewer than two answer (or the only one does not)
 */
export async function askArrival(
  nodes: readonly RailNode[],
  { facts, network, own }: ArrivalTerms,
  read: (node: RailNode, addresses: Pick<AddressBook, 'isOwn' | 'coins'>) => Promise<ArrivedOutput>,
): Promise<readonly [ArrivedOutput, ...ArrivedOutput[]]> {
  const { [network]: spelled } = facts.networks;
  const addresses = addressBook(own, spelled.addresses, minersPrefixes(facts));
  const { answers, silent } = await askEach(nodes, async (node) => {
    const { isSynced } = await askTip(node.rpc, facts, network);
    if (!isSynced) throw new UnreadableAnswer('it is behind, or alone');
    return read(node, addresses);
  });
  const [first, ...others] = answers;
  if (first === undefined || answers.length < Math.min(witnesses, nodes.length))
    throw new UnreadableAnswer(`too few nodes say what became of it: ${silent.join('; ')}`);
  return [first, ...others];
}
