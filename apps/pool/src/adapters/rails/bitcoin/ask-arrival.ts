import type { ArrivedOutput } from '../../../domain/kernel/arrivals.ts';
import type { Network } from '../../../domain/kernel/network-of-kind.ts';
import { minersPrefixes, type RailFacts } from '../../chains/bitcoin/chain-facts.ts';
import { UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import { arrivalAtNodes } from '../arrival-at-nodes.ts';
import { type AddressBook, addressBook } from './address-book.ts';
import { askTip, type RailNode } from './rail-node.ts';

/** What is asked of a payment to ourselves. */
export interface ArrivalTerms {
  readonly facts: RailFacts;
  readonly network: Network;
  readonly own: readonly [string, ...string[]];
  readonly confirmations: number;
}

/**
 * What the nodes that are on the network and synced say of a payment to own addresses. One that does not have it so decides.
 *
 * @throws UnreadableAnswer where fewer than two answer (or the only one does not), or they name different amounts
 */
export async function askArrival(
  nodes: readonly RailNode[],
  { facts, network, own }: ArrivalTerms,
  read: (node: RailNode, addresses: Pick<AddressBook, 'isOwn' | 'coins'>) => Promise<ArrivedOutput>,
): Promise<ArrivedOutput> {
  const { [network]: spelled } = facts.networks;
  const addresses = addressBook(own, spelled.addresses, minersPrefixes(facts));
  return arrivalAtNodes(nodes, async (node) => {
    const { isSynced } = await askTip(node.rpc, facts, network);
    if (!isSynced) throw new UnreadableAnswer('it is behind, or alone');
    return read(node, addresses);
  });
}
