import { advancePayouts } from '../../domain/payouts/advance-payouts.ts';
import { runAutoPayouts } from '../../domain/payouts/auto-run.ts';
import type { FeeFollower } from '../../domain/kernel/fee-follower.ts';
import { endFollowing, followFees } from '../../domain/payouts/follow-fees.ts';
import { judgeHolds } from '../../domain/payouts/judge-holds.ts';
import type { PayoutContext } from '../../domain/payouts/payout-context.ts';
import { valuePayouts } from '../../domain/payouts/value-payouts.ts';
import { watchReleased } from '../../domain/payouts/watch-released.ts';
import { watchSettled } from '../../domain/payouts/watch-settled.ts';
import type { Lanes } from '../../runtime/lanes.ts';
import type { ScheduledTask } from './schedules.ts';

/** Hears of a payout, or of a miner of the daily run, that could not be served now; it is tried again. */
export type PayoutFailure = (subject: { readonly [name: string]: string }, error: unknown) => void;

/**
 * Money leaves by itself: the daily run, and every open payout a step further, each network in a lane of its own. Any number of processes may
 * do this at once.
 */
export function payoutTasks(
  ctx: PayoutContext,
  onFailure: PayoutFailure,
  networks: Lanes,
  followers: readonly FeeFollower[] = [],
): ScheduledTask[] {
  return [
    {
      name: 'auto-payouts',
      pattern: '5 * * * * *',
      run: async () => {
        await runAutoPayouts(ctx, (miner, error) => onFailure({ miner: miner.toString() }, error));
      },
    },
    {
      name: 'judge-holds',
      pattern: '35 * * * * *',
      run: async () => {
        await judgeHolds(ctx, (payout, error) => onFailure({ payout: payout.toString() }, error));
      },
    },
    {
      name: 'advance-payouts',
      pattern: '*/2 * * * * *',
      run: () =>
        advancePayouts(ctx, (payout, error) => onFailure({ payout: payout.toString() }, error), networks),
    },
    {
      name: 'watch-settled-payouts',
      pattern: '40 * * * * *',
      run: () => watchSettled(ctx, (payout, error) => onFailure({ payout: payout.toString() }, error)),
    },
    {
      name: 'watch-released-payouts',
      pattern: '50 * * * * *',
      run: () => watchReleased(ctx, (payout, error) => onFailure({ payout: payout.toString() }, error)),
    },
    {
      name: 'follow-fees',
      pattern: '20 17 * * * *',
      run: () =>
        followFees(ctx, followers, ({ coin, network }, error) => onFailure({ coin, network }, error)),
    },
    {
      name: 'end-followed-fees',
      pattern: '45 * * * * *',
      run: () =>
        endFollowing(ctx, followers, ({ coin, network }, error) => onFailure({ coin, network }, error)),
    },
    {
      name: 'value-payouts',
      pattern: '*/30 * * * * *',
      run: async () => {
        await valuePayouts(ctx);
      },
    },
  ];
}
