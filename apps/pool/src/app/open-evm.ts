import type { EvmNode } from '../adapters/rails/evm/evm-node.ts';
import type { EvmNetworkWatch } from '../adapters/rails/evm/network-watch.ts';
import {
  arrivedAtEvm,
  type EvmParts,
  openEvm,
  openEvmWallet,
  watchEvm,
} from '../adapters/rails/offered-evm.ts';
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
  close(): void;
}

/** The EVM networks that the file names. */
export function evmOnNodes({ kind, evm = [] }: Pick<NodePool, 'kind' | 'evm'>): readonly EvmOnNodes[] {
  return evm.map((entry) => {
    const nodes = entry.nodes.map((node) => ({
      name: node.name,
      rpc: openRpc({ path: '/', login: 'basic', version: '2.0' }, node),
    }));
    return {
      entry: { ...entry, kind },
      nodes,
      close() {
        for (const { rpc } of nodes) rpc.close();
      },
    };
  });
}

export function openEvmRail({ entry, nodes }: EvmOnNodes, parts: Omit<EvmParts, 'nodes'>): Rail {
  return openEvm(entry, { ...parts, nodes });
}

export function evmWalletOf({ entry, nodes }: EvmOnNodes): NetworkWallet {
  return openEvmWallet(entry, nodes);
}

export function evmArrivalOf({ entry, nodes }: EvmOnNodes, name: OutputName): Promise<ArrivedOutput> {
  return arrivedAtEvm(name, entry, nodes);
}

/** What a block takes of the networks whose coins other pools pay here, by network. */
export function evmWatchesOf(
  evm: readonly EvmOnNodes[],
  upstreams: readonly Pick<UpstreamEntry, 'coin'>[],
): ReadonlyMap<string, EvmNetworkWatch> {
  const earned = evm.filter(({ entry }) => upstreams.some(({ coin }) => coin === entry.network));
  return new Map(earned.map(({ entry, nodes }) => [entry.network, watchEvm(entry, nodes)]));
}
