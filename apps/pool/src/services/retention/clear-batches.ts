import sql from 'sql-template-tag';
import type { ServiceContext } from '../context.ts';
import { countCleared } from './count-cleared.ts';
import { kept, rowsPerTransaction } from './retention-rules.ts';

/** Forgets the ids of batches that nobody will repeat any more. Answers how many. */
export function clearBatches(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  rowsMax = rowsPerTransaction,
): Promise<number> {
  return countCleared(ctx.db, 'batches', {
    deletion: sql`
      DELETE FROM work_batches WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM work_batches WHERE recorded_at <= ${new Date(ctx.clock.now() - kept.batchesMs)}
         ORDER BY recorded_at LIMIT ${rowsMax}))
      RETURNING algorithm, work, shares`,
    gone: sql`SELECT algorithm, work, shares FROM deleted`,
  });
}
