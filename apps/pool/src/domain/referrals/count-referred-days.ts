import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { kept } from '../policy/retention-rules.ts';

/**
 * Notes which miners worked with whose custom code on which day, and forgets days that no report shows any more. Exact as long
 * as it runs once while the minutes of workers are kept; running it again changes nothing.
 */
export async function countReferredDays(ctx: Pick<ServiceContext, 'db' | 'clock'>): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await tx.query(sql`
      INSERT INTO referred_days (owner_id, day, miner_id)
      SELECT DISTINCT owner.id, (minute AT TIME ZONE 'UTC')::date, workers.miner_id
        FROM referral_codes JOIN miners AS owner ON owner.id = referral_codes.miner_id
        JOIN workers ON lower(workers.code) = lower(referral_codes.code)
        JOIN miners AS miner ON miner.id = workers.miner_id AND miner.address <> owner.address
        JOIN worker_minutes ON worker_id = workers.id AND minute > ${new Date(now - kept.minutesMs)}
       WHERE kind = 'custom'
       ORDER BY 1, 2, 3
      ON CONFLICT DO NOTHING`);
    await tx.query(
      sql`DELETE FROM referred_days WHERE day < (${new Date(now - kept.referredDaysMs)}::timestamptz AT TIME ZONE 'UTC')::date`,
    );
  });
}
