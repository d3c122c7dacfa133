import { askBlock } from '../adapters/chains/bitcoin/block-at-node.ts';
import { offeredChain } from '../adapters/chains/offered-chains.ts';
import type { NodeRpc } from '../adapters/chains/nodes/node-rpc.ts';
import type { BlockWitnesses, WitnessedBlock } from '../domain/kernel/relayed-block.ts';
import type { NodePool } from '../settings/parse-pool-file.ts';
import { relayedAlgorithm } from '../settings/relayed-algorithms.ts';
import { openRpc } from './open-rpc.ts';
import type { RailOnNodes } from './open-rails.ts';

interface Witness {
  readonly name: string;
  readonly rpc: NodeRpc;
}

/** The nodes of the file that know the chains of other pools whose shares say what their blocks are called: those of a rail, or of a chain without one. */
export function witnessesOnNodes(
  { chains, upstreams = [] }: Pick<NodePool, 'chains' | 'upstreams'>,
  rails: readonly RailOnNodes[],
  onOpen: (part: string, close: () => Promise<void>) => void,
): BlockWitnesses {
  const byCoin = new Map<string, readonly Witness[]>();
  for (const { coin, algorithm } of upstreams) {
    if (byCoin.has(coin) || relayedAlgorithm(algorithm)?.namesBlocks !== true) continue;
    const nodes = rails.find(({ entry }) => entry.coin === coin)?.nodes ?? nodesOfChain(coin, chains, onOpen);
    if (nodes.length > 0) byCoin.set(coin, nodes);
  }
  return {
    has: (coin) => byCoin.has(coin),
    ask: async (coin, block) => {
      const asked = await Promise.allSettled((byCoin.get(coin) ?? []).map((node) => askOne(node, block)));
      return asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    },
  };
}

function nodesOfChain(
  coin: string,
  chains: NodePool['chains'],
  onOpen: (part: string, close: () => Promise<void>) => void,
): readonly Witness[] {
  const chain = chains.flatMap((each) => [each, ...(each.merged ?? [])]).find((each) => each.coin === coin);
  if (chain === undefined) return [];
  const nodes = chain.nodes.map((node) => ({ name: node.name, rpc: openRpc(offeredChain(coin), node) }));
  onOpen(`blocks of other pools at nodes of ${coin}`, async () => {
    for (const { rpc } of nodes) rpc.close();
  });
  return nodes;
}

async function askOne(
  { name, rpc }: Witness,
  { hash, parent }: { readonly hash: string; readonly parent: string },
): Promise<WitnessedBlock> {
  // The parent first: a node that catches up between both questions would have blocks after it, and not have had the block that is asked for.
  const before = await askBlock(rpc, parent);
  const block = await askBlock(rpc, hash);
  return { node: name, depth: block?.confirmations, parentDepth: before?.confirmations };
}
