import { parseAmount } from '@openlode/money/amount';
import { xrpAddressFault } from '../adapters/rails/xrp/classic-address.ts';
import { amountText, isFeeMax } from './file-amount.ts';
import type { Fault } from './pool-file-fault.ts';
import type { FileContent } from './pool-file-schema.ts';
import { reachFaults } from './reach-faults.ts';

/** Where XRP is paid: from one account, through servers of the operator, signed by another process. */
export interface XrpEntry {
  /** The pool's own. */
  readonly account: string;
  /** The path of the signer's socket. */
  readonly signer: string;
  readonly nodes: readonly XrpReach[];
  /** The most that the network may take for one payment, in units of the ledger. */
  readonly feeMax: bigint;
  /** The most percent of a payment that the network may take: the least payment follows it. Left out where it does not. */
  readonly feeShareMax?: number;
}

/** How a server is reached. */
export interface XrpReach {
  readonly name: string;
  readonly url: URL;
  /** A file with `user:password` in one line; undefined for those that ask for none. */
  readonly loginFile?: string;
}

type Xrp = NonNullable<FileContent['xrp']>;

/** A hundred times what a transaction takes while no other waits. */
const usual = { feeMax: 0.001 };

export function xrpFaults({ xrp }: Pick<FileContent, 'xrp'>): Fault[] {
  if (xrp === undefined) return [];
  const { account, nodes, feeMax } = xrp;
  const faults: Fault[] = [];
  const why = xrpAddressFault(account);
  if (why !== undefined) faults.push({ path: ['xrp', 'account'], fault: why });
  if (nodes.length < 2)
    faults.push({
      path: ['xrp', 'nodes'],
      fault:
        'payouts of XRP need two nodes: two must know the account, and a payment before it is final or over',
    });
  faults.push(...reachFaults('nodes of XRP', nodes, ['xrp', 'nodes']));
  if (feeMax !== undefined && !isFeeMax(feeMax))
    faults.push({
      path: ['xrp', 'feeMax'],
      fault: 'feeMax must be an amount of eight decimals at most, above zero',
    });
  return faults;
}

/**
 * The entry of a file without faults.
 *
 * @param reachOf how a server is reached
 */
export function xrpEntryOf(
  { account, signer, nodes, ...entry }: Xrp,
  resolvePath: (path: string) => string,
  reachOf: (node: Xrp['nodes'][number]) => XrpReach,
): XrpEntry {
  return {
    account,
    signer: resolvePath(signer),
    nodes: nodes.map(reachOf),
    feeMax: parseAmount(amountText(entry.feeMax ?? usual.feeMax)),
    ...(entry.feeShareMax !== undefined && { feeShareMax: entry.feeShareMax }),
  };
}
