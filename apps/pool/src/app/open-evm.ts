import type { EvmNode } from '../adapters/rails/evm/evm-node.ts';
import { type EvmParts, openEvm, openEvmWallet } from '../adapters/rails/offered-evm.ts';
import type { Rail } from '../domain/kernel/rail.ts';
import type { NetworkWallet } from '../domain/kernel/wallet.ts';
import type { EvmEntry } from '../settings/evm-settings.ts';
import type { NodePool } from '../settings/parse-pool-file.ts';
import { openRpc } from './open-rpc.ts';

/** An EVM network of the settings with its nodes, not connected yet. */
export interface EvmOnNodes {
  readonly entry: EvmEntry;
  readonly nodes: readonly EvmNode[];
  close(): void;
}

/** The EVM networks that the file names. */
export function evmOnNodes({ evm = [] }: Pick<NodePool, 'evm'>): readonly EvmOnNodes[] {
  return evm.map((entry) => {
    const nodes = entry.nodes.map((node) => ({
      name: node.name,
      rpc: openRpc({ path: '/', login: 'basic', version: '2.0' }, node),
    }));
    return {
      entry,
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
