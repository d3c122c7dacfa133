import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { NotReady } from '../kernel/not-ready.ts';

/** Answers once the database has; throws where it cannot. */
export async function checkDatabase(ctx: Pick<ServiceContext, 'db'>): Promise<void> {
  try {
    await ctx.db.query(sql`SELECT 1 AS alive`);
  } catch {
    throw new NotReady('the database does not answer, or refuses');
  }
}
