import type * as OfferedXrp from '../adapters/rails/offered-xrp.ts';
import type { XrpParts } from '../adapters/rails/offered-xrp.ts';
import type { XrpNode } from '../adapters/rails/xrp/xrp-node.ts';
import type { ArrivedOutput, OutputName } from '../domain/kernel/arrivals.ts';
import type { Rail } from '../domain/kernel/rail.ts';
import type { NetworkWallet } from '../domain/kernel/wallet.ts';
import type { NodePool } from '../settings/parse-pool-file.ts';
import type { XrpEntry } from '../settings/xrp-settings.ts';
import { openRpc } from './open-rpc.ts';

/** Where XRP is paid, with its servers, not connected yet. */
export interface XrpOnNodes {
  readonly entry: XrpEntry & Pick<NodePool, 'kind'>;
  readonly nodes: readonly XrpNode[];
  readonly offered: typeof OfferedXrp;
  close(): void;
}

/**
 * What the file names of it; undefined where nothing. What pays there is loaded here and nowhere else, with the libraries that it reads
 * transactions by: a pool whose file names none starts without them.
 */
export async function xrpOnNodes({
  kind,
  xrp,
}: Pick<NodePool, 'kind' | 'xrp'>): Promise<XrpOnNodes | undefined> {
  if (xrp === undefined) return undefined;
  const offered = await import('../adapters/rails/offered-xrp.ts');
  const nodes = xrp.nodes.map((node) => ({
    name: node.name,
    rpc: openRpc({ path: '/', login: 'basic', version: '2.0' }, node),
  }));
  return {
    entry: { ...xrp, kind },
    nodes,
    offered,
    close() {
      for (const { rpc } of nodes) rpc.close();
    },
  };
}

export function openXrpRail(
  { entry, nodes, offered }: XrpOnNodes,
  { ledger }: Pick<XrpParts, 'ledger'>,
): Rail {
  return offered.openXrp(entry, { ledger, nodes });
}

export function xrpWalletOf({ entry, nodes, offered }: XrpOnNodes): NetworkWallet {
  return offered.openXrpWallet(entry, nodes);
}

/** What servers say of a payment that should have come in. */
export function xrpArrivalOf(
  { entry, nodes, offered }: XrpOnNodes,
  name: OutputName,
): Promise<ArrivedOutput> {
  return offered.arrivedAtXrp(name, entry, nodes);
}
