import { readFileSync } from 'node:fs';
import { type NodeRpc, openNodeRpc } from '../adapters/chains/nodes/node-rpc.ts';
import { networkOfKind } from '../domain/kernel/network-of-kind.ts';
import { newDigestLanes } from '../adapters/chains/nodes/rpc-connections.ts';
import { type MoneroNode, type MoneroPath, moneroPaths } from '../adapters/rails/monero/monero-node.ts';
import {
  arrivedInMonero,
  type MoneroParts,
  openMonero,
  openMoneroWallet,
  ownsInMonero,
} from '../adapters/rails/offered-monero.ts';
import type { ArrivedOutput, OutputName } from '../domain/kernel/arrivals.ts';
import type { Rail } from '../domain/kernel/rail.ts';
import type { NetworkWallet } from '../domain/kernel/wallet.ts';
import type { MoneroEntry, MoneroReach } from '../settings/monero-settings.ts';
import type { NodePool } from '../settings/parse-pool-file.ts';

/** Where XMR is paid, with nodes and wallet, not connected yet. */
export interface MoneroOnNodes {
  readonly entry: MoneroEntry & Pick<NodePool, 'kind'>;
  readonly nodes: readonly MoneroNode[];
  readonly wallet: NodeRpc;
  /** Accounts of replaced keys, with the wallets that watch them. */
  readonly olderAccounts: NonNullable<MoneroParts['olderAccounts']>;
  close(): void;
}

/** What the file names of it; undefined where nothing. */
export function moneroOnNodes({
  kind,
  monero,
}: Pick<NodePool, 'kind' | 'monero'>): MoneroOnNodes | undefined {
  if (monero === undefined) return undefined;
  const nodes = monero.nodes.map((node) => {
    // monerod closes the 26th connection of one address without an answer: six paths have those of one.
    const lanes = newDigestLanes();
    return {
      name: node.name,
      network: networkOfKind(kind),
      rpc: open(node, 'json_rpc', lanes),
      paths: Object.fromEntries(moneroPaths.map((path) => [path, open(node, path, lanes)])) as Record<
        MoneroPath,
        NodeRpc
      >,
    };
  });
  const wallet = open(monero.wallet, 'json_rpc');
  const olderAccounts = (monero.olderAccounts ?? []).map((each) => ({
    address: each.address,
    wallet: open(each.wallet, 'json_rpc'),
  }));
  return {
    entry: { ...monero, kind },
    nodes,
    wallet,
    olderAccounts,
    close() {
      for (const each of [wallet, ...olderAccounts.map((older) => older.wallet)]) each.close();
      for (const { rpc, paths } of nodes) for (const each of [rpc, ...Object.values(paths)]) each.close();
    },
  };
}

/** A client for one path of a node or a wallet. */
function open(
  { url, loginFile }: MoneroReach,
  path: 'json_rpc' | MoneroPath,
  lanes = newDigestLanes(),
): NodeRpc {
  // A proxy may have put them below a path of its own.
  const base = url.href.replace(/\/(?:json_rpc)?$/, '');
  return openNodeRpc({
    url: new URL(`${base}/${path}`),
    scheme: 'digest',
    lanes,
    form: path === 'json_rpc' ? 'json-rpc' : 'plain',
    ...(loginFile === undefined ? {} : { readLogin: () => readFileSync(loginFile, 'utf8') }),
  });
}

export function openMoneroRail(
  { entry, nodes, wallet, olderAccounts }: MoneroOnNodes,
  parts: Omit<MoneroParts, 'nodes' | 'wallet' | 'olderAccounts'>,
): Rail {
  return openMonero(entry, { ...parts, nodes, wallet, olderAccounts });
}

export function moneroWalletOf({ entry, nodes, wallet }: MoneroOnNodes): NetworkWallet {
  return openMoneroWallet(entry, { nodes, wallet });
}

/** Whether the wallet has an address, its own or a further one. */
export function moneroOwns({ wallet }: MoneroOnNodes, address: string): Promise<boolean> {
  return ownsInMonero(address, wallet);
}

/** What wallet and nodes say of an output that should have come in. */
export function moneroArrivalOf(
  { entry, nodes, wallet, olderAccounts }: MoneroOnNodes,
  name: OutputName,
): Promise<ArrivedOutput> {
  return arrivedInMonero(name, entry, { nodes, wallet, olderAccounts });
}
