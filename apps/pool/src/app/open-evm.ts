import type { EvmNode } from '../adapters/rails/evm/evm-node.ts';
import type { EvmNetworkWatch } from '../adapters/rails/evm/network-watch.ts';
import type { EvmParts } from '../adapters/rails/offered-evm.ts';
import type * as OfferedEvm from '../adapters/rails/offered-evm.ts';
import type { ArrivedOutput, OutputName } from '../domain/kernel/arrivals.ts';
import type { Rail } from '../domain/kernel/rail.ts';
import type { NetworkWallet } from '../domain/kernel/wallet.ts';
import type { EvmEntry } from '../settings/evm-settings.ts';
import type { NodePool } from '../settings/parse-pool-file.ts';
import type { UpstreamEntry } from '../settings/upstream-settings.ts';
import { openRpc } from './open-rpc.ts';

/** An EVM network of the settings with its nodes, not connected yet. */
export interface EvmOnNodes {
  readonly entry: EvmEntry & Pick<NodePool, 'kind'>;
  readonly nodes: readonly EvmNode[];
  readonly offered: typeof OfferedEvm;
  close(): void;
}

/**
 * The EVM networks that the file names. What pays on them is loaded here and nowhere else, with the library that it reads transactions by: a pool
 * whose file names none starts without it.
 */
export async function evmOnNodes({
  kind,
  evm = [],
}: Pick<NodePool, 'kind' | 'evm'>): Promise<readonly EvmOnNodes[]> {
  if (evm.length === 0) return [];
  const offered = await import('../adapters/rails/offered-evm.ts');
  return evm.map((entry) => {
    const nodes = entry.nodes.map((node) => ({
      name: node.name,
      rpc: openRpc({ path: '/', login: 'basic', version: '2.0' }, node),
    }));
    return {
      entry: { ...entry, kind },
      nodes,
      offered,
      close() {
        for (const { rpc } of nodes) rpc.close();
      },
    };
  });
}

export function openEvmRail({ entry, nodes, offered }: EvmOnNodes, parts: Omit<EvmParts, 'nodes'>): Rail {
  return offered.openEvm(entry, { ...parts, nodes });
}

export function evmWalletOf({ entry, nodes, offered }: EvmOnNodes): NetworkWallet {
  return offered.openEvmWallet(entry, nodes);
}

export function evmArrivalOf(
  { entry, nodes, offered }: EvmOnNodes,
  name: OutputName,
): Promise<ArrivedOutput> {
  return offered.arrivedAtEvm(name, entry, nodes);
}

/** What a transaction has paid to the account of a token in all, as its nodes say. */
export function evmPaidBy(
  { entry, nodes, offered }: EvmOnNodes,
  coin: string,
  txid: string,
): Promise<ArrivedOutput> {
  return offered.paidAtEvm(coin, txid, entry, nodes);
}

/** What a block takes of the networks whose coins other pools pay here, by network. */
export function evmWatchesOf(
  evm: readonly EvmOnNodes[],
  upstreams: readonly Pick<UpstreamEntry, 'coin'>[],
): ReadonlyMap<string, EvmNetworkWatch> {
  const earned = evm.filter(({ entry }) => upstreams.some(({ coin }) => coin === entry.network));
  return new Map(earned.map(({ entry, nodes, offered }) => [entry.network, offered.watchEvm(entry, nodes)]));
}
