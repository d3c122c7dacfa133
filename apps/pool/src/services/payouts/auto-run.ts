import sql from 'sql-template-tag';
import { crashPoint } from '../ports/crash-point.ts';
import type { ReserveContext } from './payout-context.ts';
import { reservePayout } from './reserve-payout.ts';
import { utcDate, utcMidnight } from './utc-day.ts';

/** 13:00 UTC. */
const runAtMs = 13 * 3_600_000;

export type AutoRunOutcome =
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'done-before' }
  | { readonly kind: 'doubt'; readonly reason: string }
  | { readonly kind: 'ran'; readonly reserved: number; readonly refused: number };

/**
 * The daily run: from 13:00 UTC, once a UTC day. One that was missed or cut off goes on the same day and never later; what has been
 * reserved in it meets a unique key, so two processes may run it at once. An account that fails keeps nobody else waiting.
 */
export async function runAutoPayouts(
  ctx: ReserveContext,
  onError: (accountId: bigint, error: unknown) => void,
): Promise<AutoRunOutcome> {
  const now = ctx.clock.now();
  if (now - utcMidnight(now) < runAtMs) return { kind: 'not-yet' };
  const doubt = ctx.doubt();
  if (doubt !== undefined) return { kind: 'doubt', reason: doubt };
  const today = utcDate(now);
  await ctx.db.query(sql`
    INSERT INTO payout_runs (run_date, started_at) VALUES (${today}, ${new Date(now)}) ON CONFLICT DO NOTHING`);
  const [run] = await ctx.db.query<{ finished: boolean }>(
    sql`SELECT finished_at IS NOT NULL AS finished FROM payout_runs WHERE run_date = ${today}`,
  );
  if (run?.finished === true) return { kind: 'done-before' };
  crashPoint('payout-run-started');

  const counts = { reserved: 0, refused: 0 };
  let failed = false;
  // The accounts of today's run are found again after a crash: those that were served have a payout of this date.
  const accounts = await ctx.db.query<{ id: bigint }>(sql`
    SELECT id FROM accounts WHERE auto_pay AND NOT EXISTS (
      SELECT 1 FROM payouts WHERE account_id = accounts.id AND kind = 'auto' AND utc_date = ${today}) ORDER BY id`);
  for (const { id } of accounts) {
    if (utcDate(ctx.clock.now()) !== today) return { kind: 'ran', ...counts };
    try {
      const { kind } = await reservePayout(ctx, id, 'auto');
      counts[kind === 'reserved' ? 'reserved' : 'refused'] += 1;
    } catch (error) {
      failed = true;
      onError(id, error);
    }
  }
  // With a failure it is not finished: the next minute tries those again that are left.
  if (!failed)
    await ctx.db.query(sql`
      UPDATE payout_runs SET finished_at = ${new Date(ctx.clock.now())} WHERE run_date = ${today} AND finished_at IS NULL`);
  return { kind: 'ran', ...counts };
}
