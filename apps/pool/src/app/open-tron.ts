import { readFileSync } from 'node:fs';
import { type NodeRpc, openNodeRpc } from '../adapters/chains/nodes/node-rpc.ts';
import {
  arrivedAtTron,
  openTron,
  openTronWallet,
  paidAtTron,
  type TronParts,
} from '../adapters/rails/offered-tron.ts';
import { type TronNode, type TronPath, tronPaths } from '../adapters/rails/tron/tron-node.ts';
import type { ArrivedOutput, OutputName } from '../domain/kernel/arrivals.ts';
import type { Rail } from '../domain/kernel/rail.ts';
import type { NetworkWallet } from '../domain/kernel/wallet.ts';
import type { NodePool } from '../settings/parse-pool-file.ts';
import type { TronEntry, TronReach } from '../settings/tron-settings.ts';

/** Where TRX is paid, with its nodes, not connected yet. */
export interface TronOnNodes {
  readonly entry: TronEntry & Pick<NodePool, 'kind'>;
  readonly nodes: readonly TronNode[];
  close(): void;
}

/** What the file names of it; undefined where nothing. */
export function tronOnNodes({ kind, tron }: Pick<NodePool, 'kind' | 'tron'>): TronOnNodes | undefined {
  if (tron === undefined) return undefined;
  const nodes = tron.nodes.map((node) => ({
    name: node.name,
    paths: Object.fromEntries(tronPaths.map((path) => [path, open(node, path)])) as Record<TronPath, NodeRpc>,
  }));
  return {
    entry: { ...tron, kind },
    nodes,
    close() {
      for (const { paths } of nodes) for (const each of Object.values(paths)) each.close();
    },
  };
}

/** A client for one path of a node. */
function open({ url, loginFile }: TronReach, path: TronPath): NodeRpc {
  // A proxy may have put them below a path of its own.
  const base = url.href.replace(/\/$/, '');
  return openNodeRpc({
    url: new URL(`${base}/wallet/${path}`),
    form: 'plain',
    ...(loginFile === undefined ? {} : { readLogin: () => readFileSync(loginFile, 'utf8') }),
  });
}

export function openTronRail({ entry, nodes }: TronOnNodes, { ledger }: Pick<TronParts, 'ledger'>): Rail {
  return openTron(entry, { ledger, nodes });
}

export function tronWalletOf({ entry, nodes }: TronOnNodes): NetworkWallet {
  return openTronWallet(entry, nodes);
}

/** What nodes say of a payment that should have come in. */
export function tronArrivalOf({ entry, nodes }: TronOnNodes, name: OutputName): Promise<ArrivedOutput> {
  return arrivedAtTron(name, entry, nodes);
}

/** What a transaction has paid to the account in all, of TRX or of a token, as its nodes say. */
export function tronPaidBy(
  { entry, nodes }: TronOnNodes,
  coin: string,
  txid: string,
): Promise<ArrivedOutput> {
  if (coin === 'TRX') return arrivedAtTron({ txid, output: 0 }, entry, nodes);
  return paidAtTron(coin, txid, entry, nodes);
}

/** Whether something is paid from the account, and to it. */
export function isPaidOnTron({ entry }: TronOnNodes, coin: string, network: string): boolean {
  return network === 'TRX' && (coin === 'TRX' || entry.tokens.some((token) => token.coin === coin));
}
