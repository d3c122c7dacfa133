import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { appendEvents } from '../events/append-events.ts';
import type { Payability } from '../payouts/payable-pairs.ts';
import { waitForNextRun } from '../payouts/owed-by-run.ts';
import { type IdleContext, isIdle, isPayable } from './idle-miners.ts';
import { clearedAfterMs, writeOffNoticeMs } from '../policy/retention-rules.ts';

const minersPerTransaction = 100;

/**
 * Tells the owners of idle miners when their balance will be written off, a month before: one notice and one event a miner. Answers
 * how many were notified. A miner that cannot be paid now is not notified, and its time does not run (`countPayableHours`).
 */
export async function announceWriteOffs(ctx: IdleContext, minersMax = minersPerTransaction): Promise<number> {
  if (ctx.payoutBlockReason?.() !== undefined) return 0;
  const now = ctx.clock.now();
  const due = now + writeOffNoticeMs;
  return ctx.db.transaction(async (tx) => {
    const idle = await tx.query<{ id: bigint; uuid: string; auto_pay: boolean }>(sql`
      SELECT id, uuid, auto_pay FROM miners
       WHERE ${isIdle(new Date(due - clearedAfterMs))} AND ${await isPayable(tx, now, ctx)}
         AND NOT EXISTS (SELECT 1 FROM write_off_notices WHERE miner_id = miners.id)
       ORDER BY id LIMIT ${minersMax} FOR UPDATE`);
    await tx.query(sql`
      INSERT INTO write_off_notices (miner_id, announced_at, due_at)
      SELECT id, ${new Date(now)}, ${new Date(due)} FROM unnest(${idle.map(({ id }) => id)}::bigint[]) AS miner (id)`);
    // Auto-pay is a standing request: what the run may pay is paid, and not written off for want of a new reward.
    await waitForNextRun(
      tx,
      idle.filter(({ auto_pay: isAuto }) => isAuto).map(({ id }) => id),
    );
    const body = { type: 'account', code: 'write-off-announced', effectiveAt: due } as const;
    const live = await appendEvents(
      tx,
      idle.map(({ id, uuid }) => ({ minerId: id, uuid, at: now, body })),
    );
    tx.afterCommit(() => ctx.publisher.publish(live));
    return idle.length;
  });
}

/**
 * Takes back the notices of miners that have worked or been moved since, or that cannot be paid now: when that is over they are notified again
 * and have the whole time again. Answers how many.
 */
export async function withdrawNotices(
  ctx: Pick<ServiceContext, 'db' | 'clock'> & Payability,
): Promise<number> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const withdrawn = await tx.query(sql`
      DELETE FROM write_off_notices AS notice USING miners
       WHERE miners.id = notice.miner_id
         AND NOT (${isIdle(new Date(now + writeOffNoticeMs - clearedAfterMs))} AND ${await isPayable(tx, now, ctx)})
      RETURNING miner_id`);
    return withdrawn.length;
  });
}
