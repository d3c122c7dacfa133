import { formatAmount, parseAmount } from '@openlode/money/amount';
import { feeMost } from '../adapters/rails/tron/fee-most.ts';
import { tronAddressFault } from '../adapters/rails/tron/tron-address.ts';
import { ledgerAmount } from '../adapters/rails/tron/units.ts';
import { amountText, isFeeMax } from './file-amount.ts';
import type { Fault } from './pool-file-fault.ts';
import type { FileContent } from './pool-file-schema.ts';
import { reachFaults } from './reach-faults.ts';

/** Where TRX is paid: from one account, through nodes of the operator, signed by another process. */
export interface TronEntry {
  /** The address of the pool's own account. */
  readonly account: string;
  /** The path of the signer's socket. */
  readonly signer: string;
  readonly nodes: readonly TronReach[];
  /** The most that the network may take for one payment, in units of the ledger. */
  readonly feeMax: bigint;
  /** The most percent of a payment that the network may take: the least payment follows it. Left out where it does not. */
  readonly feeShareMax?: number;
}

/** How a node is reached. */
export interface TronReach {
  readonly name: string;
  readonly url: URL;
  /** A file with `user:password` in one line; undefined for those that ask for none. */
  readonly loginFile?: string;
}

type Tron = NonNullable<FileContent['tron']>;

const usual = { feeMax: 1.5 };
const feeMaxLeast = ledgerAmount(feeMost);

export function tronFaults({ tron }: Pick<FileContent, 'tron'>): Fault[] {
  if (tron === undefined) return [];
  const { account, nodes, feeMax } = tron;
  const faults: Fault[] = [];
  const why = tronAddressFault(account);
  if (why !== undefined) faults.push({ path: ['tron', 'account'], fault: why });
  if (nodes.length < 2)
    faults.push({
      path: ['tron', 'nodes'],
      fault: 'payouts of TRX need two nodes: two must know a payment before it is final or over',
    });
  faults.push(...reachFaults('nodes of TRX', nodes, ['tron', 'nodes']));
  if (feeMax !== undefined && (!isFeeMax(feeMax) || parseAmount(amountText(feeMax)) < feeMaxLeast))
    faults.push({
      path: ['tron', 'feeMax'],
      fault: `feeMax must be an amount of eight decimals at most, from ${formatAmount(feeMaxLeast)} on: what a payment takes that opens an account`,
    });
  return faults;
}

/**
 * The entry of a file without faults.
 *
 * @param reachOf how a node is reached
 */
export function tronEntryOf(
  { account, signer, nodes, ...entry }: Tron,
  resolvePath: (path: string) => string,
  reachOf: (node: Tron['nodes'][number]) => TronReach,
): TronEntry {
  return {
    account,
    signer: resolvePath(signer),
    nodes: nodes.map(reachOf),
    feeMax: parseAmount(amountText(entry.feeMax ?? usual.feeMax)),
    ...(entry.feeShareMax !== undefined && { feeShareMax: entry.feeShareMax }),
  };
}
