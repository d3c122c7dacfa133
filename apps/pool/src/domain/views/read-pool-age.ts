import sql from 'sql-template-tag';
import { firstRow } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** When this pool's database was made (ms), and whether it has any accepted share. */
export async function readPoolAge(
  ctx: Pick<ServiceContext, 'db'>,
): Promise<{ readonly createdAt: number; readonly isEmpty: boolean }> {
  const rows = await ctx.db.query<{ created_at: Date; empty: boolean }>(sql`
    SELECT created_at, NOT EXISTS (SELECT 1 FROM miners) AS empty FROM pool_identity`);
  const { created_at: createdAt, empty } = firstRow(rows);
  return { createdAt: createdAt.getTime(), isEmpty: empty };
}
