import { kept } from '@openlode/catalogue/retention';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';

/** Deletes rejects, the accepted shares beside them and refused logins that no page asks for any more. */
export async function forgetRejects(ctx: Pick<ServiceContext, 'db' | 'clock'>): Promise<void> {
  const before = new Date(ctx.clock.now() - kept.refusalsMs);
  await ctx.db.query(sql`DELETE FROM worker_rejects WHERE since < ${before}`);
  await ctx.db.query(sql`DELETE FROM worker_hours WHERE hour < ${before}`);
  await ctx.db.query(sql`DELETE FROM refused_logins WHERE last_at < ${before}`);
}
