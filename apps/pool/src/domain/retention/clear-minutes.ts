import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { countCleared } from './count-cleared.ts';
import { kept, rowsPerTransaction } from '../policy/retention-rules.ts';

/**
 * Forgets minutes that no chart and no hashrate looks at any more; their accepted shares stay, by the hour, as long as a page counts
 * them. Answers how many.
 */
export function clearMinutes(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  rowsMax = rowsPerTransaction,
): Promise<number> {
  const now = ctx.clock.now();
  return countCleared(ctx.db, 'minutes', {
    deletion: sql`
      DELETE FROM worker_minutes WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM worker_minutes WHERE minute <= ${new Date(now - kept.minutesMs)}
         ORDER BY minute LIMIT ${rowsMax}))
      RETURNING worker_id, minute, work, shares`,
    gone: sql`SELECT algorithm, work, shares FROM deleted JOIN workers ON workers.id = worker_id`,
    note: sql`
      INSERT INTO worker_hours AS known (worker_id, hour, shares)
      SELECT worker_id, date_bin('1 hour', minute, 'epoch'), sum(shares) FROM deleted
       WHERE minute >= ${new Date(now - kept.refusalsMs)} GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (worker_id, hour) DO UPDATE SET shares = known.shares + excluded.shares`,
  });
}
