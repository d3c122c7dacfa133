import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';

/** Switches the daily payout of a miner on or off. Whether it is the owner who asks is for the caller to know. */
export async function setAutoPay(
  ctx: { readonly db: Queryable },
  minerId: bigint,
  on: boolean,
): Promise<'changed' | 'unchanged'> {
  const rows = await ctx.db.query(
    sql`UPDATE miners SET auto_pay = ${on} WHERE id = ${minerId} AND auto_pay <> ${on} RETURNING id`,
  );
  return rows.length > 0 ? 'changed' : 'unchanged';
}
