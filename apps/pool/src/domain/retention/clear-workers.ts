import sql from 'sql-template-tag';
import { firstRow } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { kept, rowsPerTransaction } from '../policy/retention-rules.ts';
import { lastShareBy } from '../workers/last-share.ts';

/**
 * Forgets workers that have been offline for long, once nothing is left of their work that a round could look at, or of their refused shares. One that comes
 * back is a new worker of the same name. Answers how many.
 */
export async function clearWorkers(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  rowsMax = rowsPerTransaction,
): Promise<number> {
  const rows = await ctx.db.query<{ cleared: bigint }>(sql`
    WITH silent AS (
      SELECT id FROM workers
       WHERE NOT online AND ${lastShareBy(ctx.clock.now() - kept.offlineWorkersMs)}
         AND NOT EXISTS (SELECT 1 FROM slice_work WHERE worker_id = workers.id)
         AND NOT EXISTS (SELECT 1 FROM worker_minutes WHERE worker_id = workers.id)
         AND NOT EXISTS (SELECT 1 FROM worker_hours WHERE worker_id = workers.id)
         AND NOT EXISTS (SELECT 1 FROM worker_rejects WHERE worker_id = workers.id)
       ORDER BY last_share_span LIMIT ${rowsMax} FOR UPDATE SKIP LOCKED
    ), gone AS (DELETE FROM workers USING silent WHERE workers.id = silent.id RETURNING workers.id)
    SELECT count(*) AS cleared FROM gone`);
  return Number(firstRow(rows).cleared);
}
