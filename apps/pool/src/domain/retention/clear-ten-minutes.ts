import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { countCleared } from './count-cleared.ts';
import { kept, rowsPerTransaction } from '../policy/retention-rules.ts';

/** Forgets ten-minute rows that no chart shows any more. Answers how many. */
export function clearTenMinutes(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  rowsMax = rowsPerTransaction,
): Promise<number> {
  return countCleared(ctx.db, 'ten_minutes', {
    deletion: sql`
      DELETE FROM miner_ten_minutes WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM miner_ten_minutes WHERE at <= ${new Date(ctx.clock.now() - kept.tenMinutesMs)}
         ORDER BY at LIMIT ${rowsMax}))
      RETURNING algorithm, work, shares`,
    gone: sql`SELECT algorithm, work, shares FROM deleted`,
  });
}
