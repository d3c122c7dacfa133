import sql from 'sql-template-tag';
import { movePayout } from './move-payout.ts';
import type { Payout } from './payout.ts';
import type { PayoutContext } from './payout-context.ts';

/** Two nodes know what was held here: it has left all the same, and from here on it goes its way like any other. */
export async function markLeft(ctx: PayoutContext, payout: Payout, isCancelled: boolean): Promise<boolean> {
  const now = ctx.clock.now();
  // Where it was cancelled it is not paid again by itself, if that one is confirmed after all.
  const isStopped = isCancelled && (payout.hold !== null || payout.releaseAskedAt !== null);
  const more = sql`, hold = NULL, note = NULL, release_asked_at = ${isStopped ? new Date(now) : null}, release_to_owner = ${isStopped && payout.releaseToOwner}, awaited = NULL, sent_at = ${new Date(now)}`;
  return ctx.db.transaction((tx) => movePayout(tx, payout, 'broadcasting', now, more));
}
