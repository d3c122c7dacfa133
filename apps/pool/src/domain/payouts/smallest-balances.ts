import { parseAmount } from '@openlode/money/amount';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { balanceAccountsInSql } from '../ledger/account-names.ts';
import { type NetworkStatus, readClosures, statusOf } from '../miners/coin-status.ts';
import { payableOf } from './payable-of.ts';
import type { CoinOnNetwork } from './payout-context.ts';

const windingDown = { kind: 'winding-down', since: 0, payableUntil: 0 } as const;

/** Balances of a closed coin on a network that are not paid, and that its network carries. */
export interface UnpaidBalances {
  /** Below a tenth of the usual minimum, and less than what is paid already. */
  readonly small: number;
  /** All of them: once the wind-down is over, the larger ones as well. */
  readonly all: number;
}

/** An amount as an operator types it, decimal text in whole coins; undefined for any other text. */
export function readLeast(text: string): bigint | undefined {
  return /^\d{1,30}(\.\d{1,18})?$/.test(text) ? parseAmount(text) : undefined;
}

/** Of each miner of a coin on a network, the balance as `amount`, in units of 10^-18; stands after `FROM`. */
export function balancesInSql({ coin, network }: CoinOnNetwork): Sql {
  return sql`(SELECT (SELECT sum(amount) FROM balances
                       WHERE asset = miners.coin AND account IN ${balanceAccountsInSql(sql`miners.id`)}) AS amount
                FROM miners WHERE coin = ${coin} AND network = ${network}) AS balance`;
}

/** The least that is paid of a closed coin without `pay-smallest`: a tenth of the usual minimum. */
export function tenthOf(pair: CoinOnNetwork): bigint | undefined {
  return payableOf(pair, 0n, windingDown)?.threshold;
}

/** What `pay-smallest` from `from` on would pay now beside what is paid already: none where the coin is open. */
export async function countUnpaid(
  db: Queryable,
  pair: CoinOnNetwork,
  status: NetworkStatus,
  from = 0n,
): Promise<UnpaidBalances> {
  const least = payableOf(pair, 0n, { ...windingDown, paysFrom: from })?.threshold;
  const usual = payableOf(pair, 0n, status.kind === 'winding-down' ? status : windingDown)?.threshold;
  if (status.kind === 'open' || least === undefined || usual === undefined) return { small: 0, all: 0 };
  const [counted] = await db.query<{ small: bigint; large: bigint }>(sql`
    SELECT count(*) FILTER (WHERE amount < ${usual}::numeric) AS small,
           count(*) FILTER (WHERE amount >= ${usual}::numeric) AS large
      FROM ${balancesInSql(pair)} WHERE amount >= ${least}::numeric`);
  const small = Number(counted?.small ?? 0n);
  return { small, all: small + (status.kind === 'closed' ? Number(counted?.large ?? 0n) : 0) };
}

/**
 * Whether a payment is one of those that `pay-smallest` has counted, or `over` where as many have been made as the operator agreed to:
 * then nothing may be reserved. Undefined for any other payment. Locks the count to the end of the transaction.
 */
export async function judgeSmallest(
  tx: Queryable,
  pair: CoinOnNetwork,
  amount: bigint,
  status: NetworkStatus,
): Promise<'counted' | 'over' | undefined> {
  if (status.kind !== 'winding-down' || status.paysFrom === undefined) return undefined;
  if (amount >= (tenthOf(pair) ?? 0n)) return undefined;
  const rows = await tx.query(sql`
    SELECT 1 FROM smallest_balances_paid
     WHERE coin = ${pair.coin} AND network = ${pair.network} AND payments_left > 0 FOR UPDATE`);
  return rows.length > 0 ? 'counted' : 'over';
}

/**
 * Counts back a small payment that was reserved and never made. Otherwise miners that cannot be paid would use up the payments that
 * were agreed to. Every reservation this small was counted. The caller has locked the miner first, as when it was counted.
 */
export async function uncountSmallest(
  tx: Queryable,
  { kind, coin, network, amount }: CoinOnNetwork & { readonly kind: string; readonly amount: bigint },
): Promise<void> {
  if (kind === 'adopted' || amount >= (tenthOf({ coin, network }) ?? 0n)) return;
  await tx.query(sql`
    UPDATE smallest_balances_paid SET payments_left = payments_left + 1
     WHERE coin = ${coin} AND network = ${network}`);
}

/** Counts one payment that `judgeSmallest` has let pass, in its transaction. */
export async function countSmallest(tx: Queryable, { coin, network }: CoinOnNetwork): Promise<void> {
  await tx.query(sql`
    UPDATE smallest_balances_paid SET payments_left = payments_left - 1
     WHERE coin = ${coin} AND network = ${network}`);
}

/**
 * Until the transaction ends, no other plans small payments or withdraws the money for their fees. Reservations do not wait for this
 * lock: they hold locks on miners, for which a plan waits.
 */
export async function planSmallestAlone(tx: Queryable): Promise<void> {
  await tx.query(sql`LOCK TABLE smallest_balances_paid IN SHARE UPDATE EXCLUSIVE MODE`);
}

/**
 * The most that networks may still take, in an asset, for small payments that were agreed to, without those of some pairs. Payments of
 * a wind-down that has ended, or of a coin that is served again, are no longer made and do not count.
 */
export async function promisedFees(
  tx: Queryable,
  asset: string,
  now: number,
  without: readonly CoinOnNetwork[] = [],
): Promise<bigint> {
  const pairs = without.map(({ coin, network }) => `${coin}:${network}`);
  const promised = await tx.query<CoinOnNetwork & { fees: bigint }>(sql`
    SELECT coin, network, payments_left * fee_max AS fees FROM smallest_balances_paid
     WHERE fee_asset = ${asset} AND NOT coin || ':' || network = ANY(${pairs}::text[])`);
  const closures = await readClosures(tx);
  return promised
    .filter((pair) => statusOf(closures, pair, now).kind === 'winding-down')
    .reduce((sum, { fees }) => sum + fees, 0n);
}
