import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';

/** How many payouts are not over, by state. */
export async function countOpenPayouts(
  ctx: Pick<ServiceContext, 'db'>,
): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.db.query<{ state: string; count: bigint }>(sql`
    SELECT state, count(*) AS count FROM payouts WHERE state NOT IN ('settled', 'released') GROUP BY state`);
  return new Map(rows.map(({ state, count }) => [state, Number(count)]));
}
