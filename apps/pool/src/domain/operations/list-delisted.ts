import { findCoin } from '@openlode/catalogue/coins';
import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { balanceAccountsInSql } from '../ledger/account-names.ts';
import { closedPairs, readClosures, statusOf } from '../miners/coin-status.ts';
import { payableOf } from '../payouts/payable-of.ts';

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
  /** What of it is not paid: too small, or everything once the time is over. Delisting the coin once more pays what its network carries. */
  readonly unpaid: string;
}

interface Left {
  readonly miners: bigint;
  readonly owed: bigint;
  readonly unpaid: bigint;
}

/** Every coin that was closed by command, and every network of a closed coin on which miners still have a balance. */
export async function listDelisted(ctx: Pick<ServiceContext, 'db' | 'clock'>): Promise<DelistedCoin[]> {
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
    listed.push({
      coin,
      network,
      since: status.since,
      payableUntil: status.kind === 'winding-down' ? status.payableUntil : null,
      miners: Number(miners),
      owed: formatAmount(owed),
      unpaid: formatAmount(unpaid),
    });
  }
  return listed;
}

function isDefault(coin: string, network: string): boolean {
  return findCoin(coin)?.chains.find((chain) => chain.network === network)?.isDefault === true;
}

/** `least`: what is paid from there on; undefined where nothing is paid any more. */
async function readLeft(
  db: Queryable,
  { coin, network }: { readonly coin: string; readonly network: string },
  least: bigint | undefined,
): Promise<Left> {
  const [left] = await db.query<Left>(sql`
    SELECT count(*) AS miners, coalesce(sum(amount), 0) AS owed,
           coalesce(sum(amount) FILTER (WHERE amount < ${least ?? null}::numeric OR ${least === undefined}), 0) AS unpaid
      FROM (SELECT (SELECT sum(amount) FROM balances
                     WHERE asset = miners.coin AND account IN ${balanceAccountsInSql(sql`miners.id`)}) AS amount
              FROM miners WHERE coin = ${coin} AND network = ${network}) AS balance
     WHERE amount > 0`);
  return left ?? { miners: 0n, owed: 0n, unpaid: 0n };
}
