import { parseAmount } from '@openlode/money/amount';
import { moneroFacts } from '../adapters/chains/monero/chain-facts.ts';
import { leastDepth } from '../domain/kernel/network-of-kind.ts';
import { moneroAddressFault } from '../adapters/rails/offered-monero.ts';
import type { NodePoolKind } from '../domain/kernel/pool-kind.ts';
import { amountText, isFeeMax } from './file-amount.ts';
import type { Fault } from './pool-file-fault.ts';
import type { FileContent } from './pool-file-schema.ts';
import { reachFaults } from './reach-faults.ts';

/** Where XMR is paid: through nodes of the operator and a wallet that watches, signed by another process. */
export interface MoneroEntry {
  /** The pool's own, which the wallet watches. */
  readonly address: string;
  /** The path of the signer's socket. */
  readonly signer: string;
  readonly nodes: readonly MoneroReach[];
  readonly wallet: MoneroReach;
  /** Of replaced keys, with the wallets that watch them: what has left them is asked for. Left out where there are none. */
  readonly olderAccounts?: readonly OlderMoneroAccount[];
  /** Blocks on a payment, its own counted, that make it final. */
  readonly confirmations: number;
  /** The most that the network may take for one payment, in units of the ledger. */
  readonly feeMax: bigint;
  /** The most percent of a payment that the network may take: the least payment follows it. Left out where it does not. */
  readonly feeShareMax?: number;
}

export interface OlderMoneroAccount {
  readonly address: string;
  readonly wallet: MoneroReach;
}

/** How a node or a wallet is reached. */
export interface MoneroReach {
  readonly name: string;
  readonly url: URL;
  /** A file with `user:password` in one line; undefined for those that ask for none. */
  readonly loginFile?: string;
}

type Monero = NonNullable<FileContent['monero']>;

const usual = { confirmations: 10, feeMax: 0.01 };

export function moneroFaults({ monero }: Pick<FileContent, 'monero'>): Fault[] {
  if (monero === undefined) return [];
  const { address, nodes, wallet, olderAccounts = [], feeMax } = monero;
  const faults: Fault[] = [];
  const why = moneroAddressFault(address);
  if (why !== undefined) faults.push({ path: ['monero', 'address'], fault: why });
  if (nodes.length < 2)
    faults.push({
      path: ['monero', 'nodes'],
      fault:
        'payouts of XMR need two nodes: two must have an output before it is spent, and a payment before it is final',
    });
  faults.push(...reachFaults('nodes of XMR', nodes, ['monero', 'nodes']));
  for (const [at, older] of olderAccounts.entries()) {
    const path = ['monero', 'olderAccounts', at, 'address'];
    const fault = moneroAddressFault(older.address);
    if (fault !== undefined) faults.push({ path, fault });
    if ([address, ...olderAccounts.slice(0, at).map((each) => each.address)].includes(older.address))
      faults.push({ path, fault: `${older.address} stands in the file twice` });
  }
  const wallets = [wallet, ...olderAccounts.map((each) => each.wallet)];
  const named = wallets.map((each, at) => ({ name: at === 0 ? 'wallet' : `wallet-${at}`, ...each }));
  for (const { path, fault } of reachFaults('wallets of XMR', named, [])) {
    const at = Number(path[0]);
    const place = at === 0 ? [] : ['olderAccounts', at - 1];
    faults.push({ path: ['monero', ...place, 'wallet', 'url'], fault });
  }
  if (feeMax !== undefined && !isFeeMax(feeMax))
    faults.push({
      path: ['monero', 'feeMax'],
      fault: 'feeMax must be an amount of eight decimals at most, above zero',
    });
  return faults;
}

/**
 * The entry of a file without faults.
 *
 * @param reachOf how a node or a wallet is reached
 */
export function moneroEntryOf(
  { address, signer, nodes, wallet, olderAccounts, ...entry }: Monero,
  kind: NodePoolKind,
  resolvePath: (path: string) => string,
  reachOf: (place: Monero['nodes'][number]) => MoneroReach,
): MoneroEntry {
  return {
    address,
    signer: resolvePath(signer),
    nodes: nodes.map(reachOf),
    wallet: reachOf({ name: 'wallet', ...wallet }),
    ...(olderAccounts !== undefined && {
      olderAccounts: olderAccounts.map((each) => ({
        address: each.address,
        wallet: reachOf({ name: 'wallet', ...each.wallet }),
      })),
    }),
    confirmations: entry.confirmations ?? Math.max(usual.confirmations, leastDepth(moneroFacts, kind)),
    feeMax: parseAmount(amountText(entry.feeMax ?? usual.feeMax)),
    ...(entry.feeShareMax !== undefined && { feeShareMax: entry.feeShareMax }),
  };
}
