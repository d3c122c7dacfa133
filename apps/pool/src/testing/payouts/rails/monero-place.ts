import { readFileSync } from 'node:fs';
import { type NodeRpc, openNodeRpc } from '../../../adapters/chains/nodes/node-rpc.ts';
import { type MoneroPath, moneroPaths } from '../../../adapters/rails/monero/monero-node.ts';
import { moneroRail } from '../../../adapters/rails/monero/monero-rail.ts';
import { atomicUnits } from '../../../adapters/rails/monero/units.ts';
import { ViewWallet } from '../../../adapters/rails/monero/view-wallet.ts';
import { moneroSignerClient } from '../../../adapters/rails/signer-client.ts';
import { inBusinessTime } from './block-times.ts';
import type { OpenedRail, OpenRailOptions } from './ground.ts';

/** Blocks under which a payment is final. */
const confirmations = 3;

/** What a process opens the rail by; the signer is a process of its own for all of them. */
export interface MoneroPlace {
  readonly kind: 'monero';
  readonly address: string;
  readonly nodes: readonly { readonly name: 'one' | 'two'; readonly url: string }[];
  readonly wallet: { readonly url: string; readonly loginFile: string };
  /** The path of the signer's socket. */
  readonly signer: string;
  /** Whose payouts the signer takes them for. */
  readonly ledger: string;
  /** Of `BlockTimes`. */
  readonly times: string;
  /** The most for a payment, in units of 10^-18. */
  readonly feeMax: string;
}

export function openMoneroPlace(
  { address, nodes, wallet, signer, ledger, times, feeMax }: MoneroPlace,
  { reservations, now, through, signing }: OpenRailOptions,
): OpenedRail {
  const opened: NodeRpc[] = [];
  const open = (name: 'one' | 'two', rpc: NodeRpc): NodeRpc => {
    opened.push(rpc);
    return through(name, inBusinessTime(rpc, times));
  };
  const railNodes = nodes.map(({ name, url }) => {
    const at = (path: string, form: 'json-rpc' | 'plain') =>
      open(name, openNodeRpc({ url: new URL(`/${path}`, url), scheme: 'digest', form }));
    const paths = Object.fromEntries(moneroPaths.map((path) => [path, at(path, 'plain')]));
    const network = 'regtest' as const;
    return { name, network, rpc: at('json_rpc', 'json-rpc'), paths: paths as Record<MoneroPath, NodeRpc> };
  });
  const readLogin = () => readFileSync(wallet.loginFile, 'utf8');
  const view = open(
    'one',
    openNodeRpc({ url: new URL('/json_rpc', wallet.url), scheme: 'digest', readLogin }),
  );
  const rail = moneroRail({
    kind: 'regtest',
    address,
    nodes: railNodes,
    wallet: new ViewWallet(view),
    signer: signing(
      moneroSignerClient({
        socket: signer,
        network: 'XMR-regtest',
        orderOf: ({ payoutId, orderId, address: to, amount }) => ({
          payoutId: `${ledger}:${orderId ?? payoutId}`,
          address: to,
          amount: atomicUnits(amount),
        }),
      }),
    ),
    reservations,
    feeMax: BigInt(feeMax),
    confirmations,
    now,
  });
  return {
    rail,
    close: () => {
      for (const rpc of opened) rpc.close();
    },
  };
}
