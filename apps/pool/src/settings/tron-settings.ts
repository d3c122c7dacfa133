import { unitsOf } from '@openlode/catalogue/chain-units';
import { findCoin } from '@openlode/catalogue/coins';
import { formatAmount, parseAmount } from '@openlode/money/amount';
import type { TronToken } from '../adapters/rails/tron/assets.ts';
import { feeMost } from '../adapters/rails/tron/fee-most.ts';
import { accountAt, tronAddressFault } from '../adapters/rails/tron/tron-address.ts';
import { ledgerAmount } from '../adapters/rails/tron/units.ts';
import { amountText, isFeeMax } from './file-amount.ts';
import type { Fault, Path } from './pool-file-fault.ts';
import type { FileContent } from './pool-file-schema.ts';
import { reachFaults } from './reach-faults.ts';

/** Where TRX and tokens are paid: from one account, through nodes of the operator, signed by another process. */
export interface TronEntry {
  /** The address of the pool's own account. */
  readonly account: string;
  /** The path of the signer's socket. */
  readonly signer: string;
  readonly nodes: readonly TronReach[];
  readonly tokens: readonly TronToken[];
  /** The most that the network may take for one payment, in units of the ledger. */
  readonly feeMax: bigint;
  /** The most percent of a payment of TRX that the network may take: its least payment follows it. Left out where it does not. */
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

/** A token costs some 13 TRX where the payee has none of it, and twice as much has to be allowed. */
const usual = { feeMax: 1.5, feeMaxOfTokens: 40 };
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
  return [...faults, ...tokenFaults(tron, ['tron', 'tokens'])];
}

function tokenFaults({ account, tokens = [] }: Tron, path: Path): Fault[] {
  const faults: Fault[] = [];
  for (const [at, { coin, contract }] of tokens.entries()) {
    const chain = findCoin(coin)?.chains.find(({ network }) => network === 'TRX');
    if (chain === undefined || chain.contract === null || unitsOf(coin, 'TRX') === undefined)
      faults.push({ path: [...path, at, 'coin'], fault: `${coin} is no token on TRX` });
    if (tokens.findIndex((each) => each.coin === coin) < at)
      faults.push({ path: [...path, at, 'coin'], fault: `${coin} stands there twice` });
    const why = tronAddressFault(contract);
    if (why !== undefined) faults.push({ path: [...path, at, 'contract'], fault: why });
    if (contract === account || tokens.findIndex((each) => each.contract === contract) < at)
      faults.push({ path: [...path, at, 'contract'], fault: `${contract} is something else already` });
  }
  return faults;
}

/**
 * The entry of a file without faults.
 *
 * @param reachOf how a node is reached
 */
export function tronEntryOf(
  { account, signer, nodes, tokens = [], ...entry }: Tron,
  resolvePath: (path: string) => string,
  reachOf: (node: Tron['nodes'][number]) => TronReach,
): TronEntry {
  return {
    account,
    signer: resolvePath(signer),
    nodes: nodes.map(reachOf),
    tokens: tokens.map(({ coin, contract }) => ({
      coin,
      contract: checked(accountAt(contract)),
      decimals: checked(unitsOf(coin, 'TRX')).decimals,
    })),
    feeMax: parseAmount(
      amountText(entry.feeMax ?? (tokens.length === 0 ? usual.feeMax : usual.feeMaxOfTokens)),
    ),
    ...(entry.feeShareMax !== undefined && { feeShareMax: entry.feeShareMax }),
  };
}

/** What was checked with the file. */
function checked<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the file was not checked');
  return value;
}
