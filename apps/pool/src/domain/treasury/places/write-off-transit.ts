import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { judgeReason, recordDecision } from '../../kernel/decision.ts';
import type { PayoutContext } from '../../payouts/payout-context.ts';
import { lookMaxMs, transitMaxMs } from './place-standing.ts';
import type { PlaceOutcome } from './operate-places.ts';
import { moveTransit, selectTransits } from './transits.ts';

/** An exchange that has not answered for this time, ms, may never do so again. */
const silentMaxMs = 7 * 86_400_000;

/**
 * Gives up a transfer that its exchange does not credit: the pool bears it. Only one that is late, while the exchange answers, or after a week.
 * Where its record names the transaction later, with the amount to the unit, that is booked all the same, and the loss taken back.
 */
export async function writeOffTransit(
  ctx: Pick<PayoutContext, 'db' | 'clock'> & { readonly actor: string },
  request: { readonly sweep: string; readonly reason: string },
): Promise<PlaceOutcome> {
  const reason = judgeReason(request.reason);
  if (reason === undefined) return { kind: 'malformed-reason' };
  const refused = (why: string): PlaceOutcome => ({ kind: 'refused', why });
  if (!/^[1-9]\d{0,17}$/.test(request.sweep)) return refused(`there is no sweep ${request.sweep}`);
  const sweep = BigInt(request.sweep);
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx): Promise<PlaceOutcome> => {
    const [transit] = await selectTransits(tx, sql`WHERE sweep = ${sweep} FOR UPDATE`);
    if (transit?.state !== 'open') return refused(`sweep ${sweep} is not on its way to an exchange`);
    if (now - transit.openedAt.getTime() <= transitMaxMs)
      return refused(`sweep ${sweep} is final for less than six hours: its exchange may still credit it`);
    const isGone = now - transit.openedAt.getTime() > silentMaxMs;
    const answered = isGone
      ? [1]
      : await tx.query(sql`
      SELECT 1 FROM places WHERE name = ${transit.place} AND fault IS NULL AND answered_at >= ${new Date(now - lookMaxMs)}`);
    if (answered.length === 0)
      return refused(
        `${transit.place} has not answered for ten minutes: what it does not credit can be given up a week after it left`,
      );
    const amount = formatAmount(transit.amount);
    await recordDecision(tx, ctx, {
      kind: 'write-off-transit',
      subject: `${sweep}: ${amount} ${transit.coin}`,
      reason,
    });
    await moveTransit(tx, transit, 'written-off', now, { note: transit.note });
    return { kind: 'booked', amount: `-${amount}` };
  });
}
