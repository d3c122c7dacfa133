import sql from 'sql-template-tag';
import type { ServiceContext } from '../context.ts';
import { countCleared } from './count-cleared.ts';
import { kept, rowsPerTransaction } from './retention-rules.ts';

/** Forgets minutes that no chart and no hashrate looks at any more. Answers how many. */
export function clearMinutes(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  rowsMax = rowsPerTransaction,
): Promise<number> {
  return countCleared(ctx.db, 'minutes', {
    deletion: sql`
      DELETE FROM worker_minutes WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM worker_minutes WHERE minute <= ${new Date(ctx.clock.now() - kept.minutesMs)}
         ORDER BY minute LIMIT ${rowsMax}))
      RETURNING worker_id, work, shares`,
    gone: sql`SELECT algorithm, work, shares FROM deleted JOIN workers ON workers.id = worker_id`,
  });
}
