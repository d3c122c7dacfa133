import sql from 'sql-template-tag';
import { firstRow } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { kept, rowsPerTransaction } from '../policy/retention-rules.ts';

/** Forgets old lines of the miners' histories. Their numbers are never given again. Answers how many. */
export async function clearEvents(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  rowsMax = rowsPerTransaction,
): Promise<number> {
  const rows = await ctx.db.query<{ cleared: bigint }>(sql`
    WITH gone AS (
      DELETE FROM events WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM events WHERE at <= ${new Date(ctx.clock.now() - kept.eventsMs)} ORDER BY at LIMIT ${rowsMax}))
      RETURNING seq)
    SELECT count(*) AS cleared FROM gone`);
  return Number(firstRow(rows).cleared);
}
