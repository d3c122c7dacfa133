import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { dayBefore, utcDate } from '../kernel/utc-day.ts';

/**
 * The miners whom the daily run of a UTC date owes a payout, as a condition on `miners`: those with a reward, mined or by referrals, of
 * the day before, or of any day since the last completed run, so that a missed run loses nothing. A miner that waits for an earlier run
 * (`waitForNextRun`) needs no newer reward.
 */
export function isOwedInSql(now: number): Sql {
  const { from, to } = dayBefore(now);
  const since = sql`coalesce((
    SELECT max(run_date)::timestamp AT TIME ZONE 'UTC' FROM payout_runs
     WHERE run_date < ${utcDate(now)} AND finished_at IS NOT NULL), ${from})`;
  return sql`(EXISTS (
      SELECT 1 FROM credits WHERE miner_id = miners.id AND credited_at >= ${since} AND credited_at < ${to}
    ) OR EXISTS (
      SELECT 1 FROM referral_credits
       WHERE owner_id = miners.id AND credited_at >= ${since} AND credited_at < ${to} AND credited > 0
    ) OR EXISTS (
      -- Where no run was completed for so long that the receipts are closed.
      SELECT 1 FROM earning_days
       WHERE earning_days.miner_id = miners.id AND day >= (${since} AT TIME ZONE 'UTC')::date AND day < (${to}::timestamptz AT TIME ZONE 'UTC')::date
         AND (kind = 'mining' OR credited > 0)
    ) OR EXISTS (
      SELECT 1 FROM payout_run_waits WHERE miner_id = miners.id))`;
}

export async function isOwedByRun(db: Queryable, minerId: bigint, now: number): Promise<boolean> {
  const rows = await db.query(sql`SELECT 1 FROM miners WHERE id = ${minerId} AND ${isOwedInSql(now)}`);
  return rows.length > 0;
}

/** Has the next run, or today's once it is through, serve these miners, whatever their rewards. */
export async function waitForNextRun(db: Queryable, minerIds: readonly bigint[]): Promise<void> {
  await db.query(sql`
    INSERT INTO payout_run_waits (miner_id) SELECT unnest(${[...minerIds]}::bigint[]) ON CONFLICT DO NOTHING`);
}

export async function endWait(db: Queryable, minerId: bigint): Promise<void> {
  await db.query(sql`DELETE FROM payout_run_waits WHERE miner_id = ${minerId}`);
}
