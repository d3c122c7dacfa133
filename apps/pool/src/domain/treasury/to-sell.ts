import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { isBoughtInSql } from '../ledger/account-names.ts';
import { readSoldFirst } from '../rounds/sold-first.ts';

/** Whether a sweep was sent to be sold for conversions, by what a signer and the journals know it by. */
export function isToSell(orderId: string): boolean {
  return orderId.startsWith('sweep-x-s');
}

/** The same of a row of `sweeps`. */
export const isToSellInSql: Sql = sql`order_id LIKE 'sweep-x-s%'`;

/** What of a coin may leave wallets to be sold, in units of 10^-18. */
export interface Sale {
  /** What conversions have to sell, and what is sold before it is credited, wherever it lies. */
  readonly amount: bigint;
  /** What of it counts as owed to miners, or for them. */
  readonly ofOwed: bigint;
  /** What lies at exchanges for conversions, or is on its way there. */
  readonly there: bigint;
}

export const noSale: Sale = { amount: 0n, ofOwed: 0n, there: 0n };

/**
 * As for trades: only what conversions have left is sold, so that nothing that miners have been credited leaves.
 *
 * @param except a sweep that is judged itself
 */
export async function readSale(db: Queryable, coin: string, except?: bigint): Promise<Sale> {
  const [row] = await db.query<{ converted: bigint }>(sql`
    SELECT coalesce(sum(amount), 0) AS converted FROM balances WHERE asset = ${coin} AND kind = 'conversion'`);
  const converted = row?.converted ?? 0n;
  const soldFirst = await readSoldFirst(db, coin);
  const amount = converted + soldFirst;
  const there = await readThere(db, coin, except);
  if (amount <= 0n) return { ...noSale, there };
  return { amount, ofOwed: soldFirst + (converted > 0n ? converted : 0n), there };
}

/** What lies at exchanges for conversions by the ledger, and what is on its way there to be sold. */
export async function readThere(db: Queryable, coin: string, except?: bigint): Promise<bigint> {
  const [row] = await db.query<{ amount: bigint }>(sql`
    SELECT coalesce((SELECT -sum(amount) FROM balances WHERE asset = ${coin} AND ${isBoughtInSql}), 0)
         + coalesce((SELECT sum(amount) FROM sweeps
                      WHERE coin = ${coin} AND ${isToSellInSql} AND id IS DISTINCT FROM ${except ?? null}
                        AND (state IN ('planned', 'signed', 'sent')
                             OR EXISTS (SELECT 1 FROM place_transits
                                         WHERE place_transits.sweep = sweeps.id AND place_transits.state = 'open'))), 0) AS amount`);
  return row?.amount ?? 0n;
}
