import type { RailFacts } from '../../chains/bitcoin/chain-facts.ts';
import type { Network } from '../../../domain/kernel/network-of-kind.ts';
import { askEach } from '../ask-nodes.ts';
import type { AddressBook } from './address-book.ts';
import { askTip, branchFault, type RailNode, requireWatching } from './rail-node.ts';

/**
 * The first node in step, whose wallet lists the coins.
 *
 * @throws Error where there is none, or one in step follows other rules than payments are signed for: no node is believed that the rules are still the same
 */
export async function askLeader({
  facts,
  network,
  nodes,
  addresses,
}: {
  readonly facts: RailFacts;
  readonly network: Network;
  readonly nodes: readonly RailNode[];
  readonly addresses: Pick<AddressBook, 'own'>;
}): Promise<{ readonly node: RailNode; readonly height: number }> {
  const { answers, silent } = await askEach(nodes, async (node) => {
    const tip = await askTip(node.rpc, facts, network);
    await requireWatching(node.wallet, addresses.own);
    return { node, ...tip, fault: await branchFault(node.rpc, facts) };
  });
  // One that is behind may be at older rules; what another one in step follows is what the next block does.
  const other = answers.find(({ isSynced, fault }) => isSynced && fault !== undefined);
  if (other !== undefined) throw new Error(`${other.node.name}: ${other.fault}`);
  const leader = answers.find(({ isSynced }) => isSynced);
  if (leader !== undefined) return leader;
  const behind = answers.map(({ node }) => `${node.name}: it is loading, behind or alone`);
  throw new Error(`no node is in step: ${[...silent, ...behind].join('; ')}`);
}
