import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { countCleared } from './count-cleared.ts';
import { kept, rowsPerTransaction } from '../policy/retention-rules.ts';

/**
 * Deletes the ids of batches that can no longer be repeated, never beyond the oldest work that is not recorded yet
 * (`unrecordedSince`, in ms), and notes how far. Answers how many.
 */
export function clearBatches(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  rowsMax = rowsPerTransaction,
  unrecordedSince = Number.POSITIVE_INFINITY,
): Promise<number> {
  const upTo = Math.min(ctx.clock.now() - kept.batchesMs, unrecordedSince - 1);
  return countCleared(ctx.db, 'batches', {
    deletion: sql`
      DELETE FROM work_batches WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM work_batches WHERE recorded_at <= ${new Date(upTo)}
         ORDER BY recorded_at LIMIT ${rowsMax}))
      RETURNING algorithm, work, shares, recorded_at`,
    gone: sql`SELECT algorithm, work, shares FROM deleted`,
    note: sql`
      INSERT INTO forgotten_batches (up_to) SELECT max(recorded_at) FROM deleted HAVING count(*) > 0
      ON CONFLICT (one) DO UPDATE SET up_to = greatest(forgotten_batches.up_to, excluded.up_to)`,
  });
}
