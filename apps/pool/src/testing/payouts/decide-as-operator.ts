import { approvePayout, releasePayout } from '../../domain/payouts/operate-payouts.ts';
import type { Payout } from '../../domain/payouts/payout.ts';
import { readLossesToReturn } from '../../domain/payouts/restore-loss.ts';

/** What an operator says to an open payout that waits for their word: what may be money that the pool bore is released, the rest approved. */
export async function decideAsOperator(
  ctx: Parameters<typeof approvePayout>[0],
  { id, hold, state }: Pick<Payout, 'id' | 'hold' | 'state'>,
): Promise<void> {
  if (hold === null && state !== 'invalidated') return;
  if ((await readLossesToReturn(ctx.db, [id])).size > 0) await releasePayout(ctx, id, 'the same money');
  else if (hold !== null) await approvePayout(ctx, id, 'looked at it');
}
