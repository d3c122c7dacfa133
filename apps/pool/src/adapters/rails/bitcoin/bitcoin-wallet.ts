import type { NetworkWallet } from '../../../domain/kernel/wallet.ts';
import { minersPrefixes, type RailFacts } from '../../chains/bitcoin/chain-facts.ts';
import type { Network } from '../../../domain/kernel/network-of-kind.ts';
import { askAnswering, type NodeTip } from '../ask-nodes.ts';
import { addressBook } from './address-book.ts';
import { unitOf } from './amounts.ts';
import { askTip, branchFault, type RailNode, walletFault, requireWatching } from './rail-node.ts';
import { heldBy } from './spendable-coins.ts';

export interface BitcoinWalletOptions {
  readonly facts: RailFacts;
  readonly network: Network;
  readonly nodes: readonly RailNode[];
  readonly own: readonly [string, ...string[]];
}

/** What wallets that watch hold at the pool's own addresses. */
export function bitcoinWallet({ facts, network, nodes, own }: BitcoinWalletOptions): NetworkWallet {
  const { [network]: paid } = facts.networks;
  const addresses = addressBook(own, paid.addresses, minersPrefixes(facts));
  return {
    network: facts.asset,
    async amounts() {
      const held = await askAnswering(nodes, async (node) => {
        const tip = await askTip(node.rpc, facts, network);
        await requireWatching(node.wallet, own);
        return { ...tip, amount: await heldBy(node, { addresses, facts }) };
      });
      return new Map([[facts.asset, leastOf(held) * unitOf(facts)]]);
    },
  };
}

/** The least that nodes in step say: what one of them has seen leave has left. */
function leastOf(held: readonly { readonly isSynced: boolean; readonly amount: bigint }[]): bigint {
  const synced = held.filter(({ isSynced }) => isSynced);
  if (synced.length === 0) throw new Error('no node is in step: what the wallet holds is not known');
  return synced.reduce((least, { amount }) => (amount < least ? amount : least), synced[0]?.amount ?? 0n);
}

/** What an operator wants to know of a node before payouts rely on it. */
export interface RailNodeReport extends NodeTip {
  /** What its wallet holds, in units of the ledger. */
  readonly held: bigint;
  /** Why payouts cannot rely on its wallet; undefined where they can. */
  readonly fault: string | undefined;
}

/**
 * Asks a node once for everything that paying through it needs.
 *
 * @throws UnreadableAnswer where it does not answer, or is a node of another chain
 */
export async function askRailNode(
  node: RailNode,
  { facts, network, own }: Omit<BitcoinWalletOptions, 'nodes'>,
): Promise<RailNodeReport> {
  const { [network]: paid } = facts.networks;
  const tip = await askTip(node.rpc, facts, network);
  const fault = (await branchFault(node.rpc, facts)) ?? (await walletFault(node.wallet, own));
  if (fault !== undefined) return { ...tip, held: 0n, fault };
  const addresses = addressBook(own, paid.addresses, minersPrefixes(facts));
  const held = await heldBy(node, { addresses, facts });
  return { ...tip, held: held * unitOf(facts), fault };
}
