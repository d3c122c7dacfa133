import {
  arrivedAtSolana,
  openSolana,
  openSolanaWallet,
  type SolanaParts,
} from '../adapters/rails/offered-solana.ts';
import type { SolanaNode } from '../adapters/rails/solana/solana-node.ts';
import type { ArrivedOutput } from '../domain/kernel/arrivals.ts';
import type { Rail } from '../domain/kernel/rail.ts';
import type { NetworkWallet } from '../domain/kernel/wallet.ts';
import type { NodePool } from '../settings/parse-pool-file.ts';
import type { SolanaEntry } from '../settings/solana-settings.ts';
import { openRpc } from './open-rpc.ts';

/** Where SOL is paid, with its nodes, not connected yet. */
export interface SolanaOnNodes {
  readonly entry: SolanaEntry & Pick<NodePool, 'kind'>;
  readonly nodes: readonly SolanaNode[];
  close(): void;
}

/** What the file names of it; undefined where nothing. */
export function solanaOnNodes({
  kind,
  solana,
}: Pick<NodePool, 'kind' | 'solana'>): SolanaOnNodes | undefined {
  if (solana === undefined) return undefined;
  const nodes = solana.nodes.map((node) => ({
    name: node.name,
    rpc: openRpc({ path: '/', login: 'basic', version: '2.0' }, node),
  }));
  return {
    entry: { ...solana, kind },
    nodes,
    close() {
      for (const { rpc } of nodes) rpc.close();
    },
  };
}

export function openSolanaRail({ entry, nodes }: SolanaOnNodes, parts: Omit<SolanaParts, 'nodes'>): Rail {
  return openSolana(entry, { ...parts, nodes });
}

export function solanaWalletOf({ entry, nodes }: SolanaOnNodes): NetworkWallet {
  return openSolanaWallet(entry, nodes);
}

/** What a transaction has brought to the account in all, as its nodes say. */
export function solanaPaidBy({ entry, nodes }: SolanaOnNodes, txid: string): Promise<ArrivedOutput> {
  return arrivedAtSolana(txid, entry, nodes);
}
