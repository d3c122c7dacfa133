import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';

/** Which of these batches are in the database already. */
export async function knownBatches(
  ctx: Pick<ServiceContext, 'db'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await ctx.db.query<{ id: string }>(
    sql`SELECT id FROM work_batches WHERE id = ANY(${ids}::uuid[])`,
  );
  return new Set(rows.map(({ id }) => id));
}
