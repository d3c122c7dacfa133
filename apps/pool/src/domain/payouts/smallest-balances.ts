import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { balanceAccountsInSql } from '../ledger/account-names.ts';
import type { NetworkStatus } from '../miners/coin-status.ts';
import { payableOf } from './payable-of.ts';
import type { CoinOnNetwork } from './payout-context.ts';

const windingDown = { kind: 'winding-down', since: 0, payableUntil: 0 } as const;

/** Balances of a closed coin on a network that are not paid, and that its network carries. */
export interface UnpaidBalances {
  /** Below a tenth of the usual minimum. */
  readonly small: number;
  /** All of them: once the wind-down is over, the larger ones as well. */
  readonly all: number;
}

/** Of each miner of a coin on a network, the balance as `amount`, in units of 10^-18; stands after `FROM`. */
export function balancesInSql({ coin, network }: CoinOnNetwork): Sql {
  return sql`(SELECT (SELECT sum(amount) FROM balances
                       WHERE asset = miners.coin AND account IN ${balanceAccountsInSql(sql`miners.id`)}) AS amount
                FROM miners WHERE coin = ${coin} AND network = ${network}) AS balance`;
}

/** What `pay-smallest` would pay now: none where the coin is open, or where they are being paid already. */
export async function countUnpaid(
  db: Queryable,
  pair: CoinOnNetwork,
  status: NetworkStatus,
): Promise<UnpaidBalances> {
  const least = payableOf(pair, 0n, { ...windingDown, paysAll: true })?.threshold;
  const usual = payableOf(pair, 0n, windingDown)?.threshold;
  const isPaid = status.kind === 'open' || (status.kind === 'winding-down' && status.paysAll === true);
  if (isPaid || least === undefined || usual === undefined) return { small: 0, all: 0 };
  const [counted] = await db.query<{ small: bigint; large: bigint }>(sql`
    SELECT count(*) FILTER (WHERE amount < ${usual}::numeric) AS small,
           count(*) FILTER (WHERE amount >= ${usual}::numeric) AS large
      FROM ${balancesInSql(pair)} WHERE amount >= ${least}::numeric`);
  const small = Number(counted?.small ?? 0n);
  return { small, all: small + (status.kind === 'closed' ? Number(counted?.large ?? 0n) : 0) };
}

/**
 * Whether a payment is one of those that `pay-smallest` has counted, and `over` where as many were made as the operator has agreed to; then
 * nothing may be reserved. The count stays locked to the end of the transaction.
 */
export async function judgeSmallest(
  tx: Queryable,
  pair: CoinOnNetwork,
  amount: bigint,
  status: NetworkStatus,
): Promise<'counted' | 'over' | undefined> {
  if (status.kind !== 'winding-down' || status.paysAll !== true) return undefined;
  if (amount >= (payableOf(pair, 0n, windingDown)?.threshold ?? 0n)) return undefined;
  const rows = await tx.query(sql`
    SELECT 1 FROM smallest_balances_paid
     WHERE coin = ${pair.coin} AND network = ${pair.network} AND payments_left > 0 FOR UPDATE`);
  return rows.length > 0 ? 'counted' : 'over';
}

/** Counts one payment that `judgeSmallest` has let pass, in its transaction. */
export async function countSmallest(tx: Queryable, { coin, network }: CoinOnNetwork): Promise<void> {
  await tx.query(sql`
    UPDATE smallest_balances_paid SET payments_left = payments_left - 1
     WHERE coin = ${coin} AND network = ${network}`);
}
