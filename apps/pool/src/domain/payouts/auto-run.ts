import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { publishDomainEvent } from '../kernel/domain-events.ts';
import type { Payout } from './payout.ts';
import type { ReserveContext } from './payout-context.ts';
import { endWait, isOwedByRun, waitForNextRun } from './owed-by-run.ts';
import { reservePayout, triesMax } from './reserve-payout.ts';
import { assetSuspension, everyNetwork, readSuspensions } from './suspensions.ts';
import { utcDate, utcMidnight } from '../kernel/utc-day.ts';

/** 13:00 UTC. */
const runAtMs = 13 * 3_600_000;

export type AutoRunOutcome =
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'done-before' }
  | { readonly kind: 'blocked'; readonly reason: string }
  | { readonly kind: 'ran'; readonly reserved: number; readonly refused: number };

/**
 * The daily run: from 13:00 UTC, once each UTC day. A run that was missed or interrupted continues the same day; miners that it has not
 * reached by midnight are paid by the next one (`isOwedInSql`). A unique key makes each reservation of a run happen once, so two
 * processes may run it at the same time. A miner that fails, or whose network is suspended, does not delay the others and is tried
 * again each minute of the day and by the next run. The same holds where its transaction was invalidated (`waitForRun`).
 */
export async function runAutoPayouts(
  ctx: ReserveContext,
  onError: (minerId: bigint, error: unknown) => void,
): Promise<AutoRunOutcome> {
  const now = ctx.clock.now();
  if (now - utcMidnight(now) < runAtMs) return { kind: 'not-yet' };
  const payoutBlockReason = ctx.payoutBlockReason();
  if (payoutBlockReason !== undefined) return { kind: 'blocked', reason: payoutBlockReason };
  const today = utcDate(now);
  const began = await ctx.db.query(sql`
    INSERT INTO payout_runs (run_date, started_at) VALUES (${today}, ${new Date(now)})
    ON CONFLICT (run_date) DO UPDATE SET started_at = excluded.started_at WHERE payout_runs.started_at IS NULL RETURNING 1`);
  if (began.length > 0) publishDomainEvent(ctx.db, { event: 'payout-run-started', date: today });
  const [run] = await ctx.db.query<{ finished: boolean }>(
    sql`SELECT finished_at IS NOT NULL AS finished FROM payout_runs WHERE run_date = ${today}`,
  );
  if (run?.finished === true) return serveWaiting(ctx, today, onError);
  crashPoint('payout-run-started');

  const counts = { reserved: 0, refused: 0 };
  let waiting = 0;
  for (const id of await minersToServe(ctx, today)) {
    if (utcDate(ctx.clock.now()) !== today) return { kind: 'ran', ...counts };
    const served = await serve(ctx, id, onError);
    if (served === 'waits') waiting += 1;
    else counts[served] += 1;
  }
  await ctx.db.query(sql`
    UPDATE payout_runs SET finished_at = ${new Date(ctx.clock.now())} WHERE run_date = ${today} AND finished_at IS NULL`);
  publishDomainEvent(ctx.db, { event: 'payout-run-finished', date: today, ...counts, waiting });
  return { kind: 'ran', ...counts };
}

/**
 * The miners without a payout of today's run. Those never paid come first, in an order that changes with the date, then those whose
 * last payout left longest ago: so under a cap no miner is last every day. After a crash the same miners are found again.
 */
async function minersToServe({ db }: Pick<ReserveContext, 'db'>, today: string): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(sql`
    SELECT id FROM miners
      LEFT JOIN LATERAL (SELECT sent_at FROM payouts WHERE miner_id = miners.id AND sent_at IS NOT NULL
                          ORDER BY sent_at DESC LIMIT 1) AS newest ON true
     WHERE auto_pay AND NOT EXISTS (
       SELECT 1 FROM payouts WHERE miner_id = miners.id AND kind = 'auto' AND utc_date = ${today})
     ORDER BY sent_at NULLS FIRST, md5(uuid::text || ${today}::text)`);
  return rows.map(({ id }) => id);
}

/** `waits`: a suspension, a closed network or a failure stands in the way of what the run owes, and may pass. */
async function serve(
  ctx: ReserveContext,
  id: bigint,
  onError: (minerId: bigint, error: unknown) => void,
): Promise<'reserved' | 'refused' | 'waits'> {
  try {
    const { kind } = await reservePayout(ctx, id, 'auto', (tx) => endWait(tx, id));
    if (kind === 'reserved') return 'reserved';
    if (kind !== 'suspended' && kind !== 'not-enabled') {
      await endWait(ctx.db, id);
      return 'refused';
    }
  } catch (error) {
    onError(id, error);
  }
  if (!(await isOwedByRun(ctx.db, id, ctx.clock.now()))) return 'refused';
  await waitForNextRun(ctx.db, [id]);
  return 'waits';
}

/** Puts the miner of a payout that was just invalidated back into the run, unless that was the last try of the date. */
export async function waitForRun(
  tx: Queryable,
  { id, minerId, kind }: Pick<Payout, 'id' | 'minerId' | 'kind'>,
): Promise<void> {
  if (kind !== 'auto') return;
  const tries = await tx.query(sql`
    SELECT 1 FROM payouts AS try JOIN payouts AS dead USING (miner_id, kind, utc_date) WHERE dead.id = ${id}`);
  if (tries.length < triesMax) await waitForNextRun(tx, [minerId]);
}

/** Pays the miners whom a run could not pay when their turn came, as soon as the obstacle is gone. */
async function serveWaiting(
  ctx: ReserveContext,
  today: string,
  onError: (minerId: bigint, error: unknown) => void,
): Promise<AutoRunOutcome> {
  const waiting = await ctx.db.query<{ id: bigint; coin: string; network: string }>(sql`
    SELECT id, coin, network FROM payout_run_waits JOIN miners ON miners.id = miner_id ORDER BY id`);
  if (waiting.length === 0) return { kind: 'done-before' };
  const closed = new Set((await readSuspensions(ctx.db)).map(({ network }) => network));
  const counts = { reserved: 0, refused: 0 };
  for (const { id, coin, network } of waiting) {
    if (utcDate(ctx.clock.now()) !== today) break;
    if ([network, assetSuspension(coin), everyNetwork].some((each) => closed.has(each))) continue;
    const served = await serve(ctx, id, onError);
    if (served !== 'waits') counts[served] += 1;
  }
  return { kind: 'ran', ...counts };
}
