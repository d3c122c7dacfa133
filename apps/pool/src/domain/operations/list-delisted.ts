import { findCoin } from '@openlode/catalogue/coins';
import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { type Rails, railView, requireRail } from '../kernel/rails.ts';
import { closedPairs, readClosures, statusOf } from '../miners/coin-status.ts';
import { payableOf } from '../payouts/payable-of.ts';
import type { CoinOnNetwork } from '../payouts/payout-context.ts';
import { balancesInSql, countUnpaid, readLeast } from '../payouts/smallest-balances.ts';

/** A coin on a network that was closed; amounts are decimal text in the coin, times milliseconds. */
export interface DelistedCoin {
  readonly coin: string;
  readonly network: string;
  readonly since: number;
  /** Until when its balances are paid; null where that is over. */
  readonly payableUntil: number | null;
  /** Miners that still have a balance. */
  readonly miners: number;
  readonly owed: string;
  /** What of it is not paid: too small, or everything once the time is over. */
  readonly unpaid: string;
  /** The payments that `pay-smallest` would make of it: balances below what the network carries are not counted. */
  readonly payments: number;
  /** The most that the network may charge for all of them, with its asset; null where no pool runs, or none that pays there. */
  readonly feesMost: string | null;
}

type Context = Pick<ServiceContext, 'db' | 'clock'> & {
  /** Of a running pool, which knows what its networks may take. */
  readonly payouts?: { readonly rails: Rails };
};

interface Left {
  readonly miners: bigint;
  readonly owed: bigint;
  readonly unpaid: bigint;
}

/**
 * Every coin that was closed by command, and every network of a closed coin on which miners still have a balance. Payments are counted
 * from `least` on, an amount as decimal text; throws a RangeError on other text.
 */
export async function listDelisted(
  ctx: Context,
  { least: typed = '0' }: { readonly least?: string | undefined } = {},
): Promise<DelistedCoin[]> {
  const from = readLeast(typed);
  if (from === undefined) throw new RangeError(`${typed} is no amount`);
  const closures = await readClosures(ctx.db);
  const now = ctx.clock.now();
  const listed: DelistedCoin[] = [];
  for (const pair of closedPairs(closures, now).toSorted()) {
    const [coin = '', network = ''] = pair.split(':');
    const status = statusOf(closures, { coin, network }, now);
    if (status.kind === 'open' || status.since === null) continue;
    const payable = payableOf({ coin, network }, 0n, status);
    const least = status.kind === 'winding-down' ? payable?.threshold : undefined;
    const { miners, owed, unpaid } = await readLeft(ctx.db, { coin, network }, least);
    if (miners === 0n && !(closures.byOperator.has(coin) && isDefault(coin, network))) continue;
    const { all: payments } = await countUnpaid(ctx.db, { coin, network }, status, from);
    listed.push({
      coin,
      network,
      since: status.since,
      payableUntil: status.kind === 'winding-down' ? status.payableUntil : null,
      miners: Number(miners),
      owed: formatAmount(owed),
      unpaid: formatAmount(unpaid),
      payments,
      feesMost: feesMostOf(ctx, { coin, network }, payments),
    });
  }
  return listed;
}

function feesMostOf({ payouts }: Context, pair: CoinOnNetwork, payments: number): string | null {
  if (payouts === undefined || !railView(payouts.rails).pays(pair.coin, pair.network)) return null;
  const { feeMax, feeAsset } = requireRail(payouts.rails, pair.network).terms(pair.coin, pair.network);
  return `${formatAmount(BigInt(payments) * feeMax)} ${feeAsset}`;
}

function isDefault(coin: string, network: string): boolean {
  return findCoin(coin)?.chains.find((chain) => chain.network === network)?.isDefault === true;
}

/** `least`: what is paid from there on; undefined where nothing is paid any more. */
async function readLeft(db: Queryable, pair: CoinOnNetwork, least: bigint | undefined): Promise<Left> {
  const [left] = await db.query<Left>(sql`
    SELECT count(*) AS miners, coalesce(sum(amount), 0) AS owed,
           coalesce(sum(amount) FILTER (WHERE amount < ${least ?? null}::numeric OR ${least === undefined}), 0) AS unpaid
      FROM ${balancesInSql(pair)} WHERE amount > 0`);
  return left ?? { miners: 0n, owed: 0n, unpaid: 0n };
}
