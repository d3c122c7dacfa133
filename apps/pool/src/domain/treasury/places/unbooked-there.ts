import sql from 'sql-template-tag';
import type { Queryable } from '../../../runtime/database/database.ts';
import { isUnfinishedInSql } from '../orders/order-rows.ts';
import { isUnbookedInSql } from '../transfers/transfer-rows.ts';

/** An order or a transfer that may have moved a coin at a place, and that the ledger does not have yet; undefined where there is none. */
export async function unbookedThere(
  db: Queryable,
  { place, coin }: { readonly place: string; readonly coin: string },
): Promise<{ readonly kind: 'order' | 'transfer'; readonly id: string } | undefined> {
  const [order] = await db.query<{ id: string }>(
    sql`SELECT id FROM trade_orders WHERE place = ${place} AND ${coin} IN (base, quote) AND ${isUnfinishedInSql}`,
  );
  if (order !== undefined) return { kind: 'order', id: order.id };
  const [transfer] = await db.query<{ id: string }>(
    sql`SELECT id FROM place_transfers WHERE place = ${place} AND coin = ${coin} AND ${isUnbookedInSql}`,
  );
  return transfer && { kind: 'transfer', id: transfer.id };
}
