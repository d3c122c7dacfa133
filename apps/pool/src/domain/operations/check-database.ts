import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';

/** Answers once the database has; throws where it cannot. */
export async function checkDatabase(ctx: Pick<ServiceContext, 'db'>): Promise<void> {
  await ctx.db.query(sql`SELECT 1 AS alive`);
}
