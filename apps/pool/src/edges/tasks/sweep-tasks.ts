import type { Wallet } from '../../domain/kernel/wallet.ts';
import type { PayoutContext } from '../../domain/payouts/payout-context.ts';
import { followSweeps } from '../../domain/treasury/follow-sweeps.ts';
import { sweepExcess } from '../../domain/treasury/sweep-excess.ts';
import type { PayoutFailure } from './payout-tasks.ts';
import type { ScheduledTask } from './schedules.ts';

/** What an operator has had swept goes on; what is too much is swept only where the file says that it is. */
export function sweepTasks(
  ctx: PayoutContext & { readonly wallet: Wallet },
  onFailure: PayoutFailure,
): ScheduledTask[] {
  const isAny = (ctx.floats ?? []).some(({ isSweptByItself }) => isSweptByItself === true);
  return [
    {
      name: 'follow-sweeps',
      pattern: '*/15 * * * * *',
      run: () => followSweeps(ctx, (sweep, error) => onFailure({ sweep: sweep.toString() }, error)),
    },
    ...(isAny
      ? [
          {
            name: 'sweep-excess',
            pattern: '25 */10 * * * *',
            run: () => sweepExcess(ctx, ({ coin, network }, error) => onFailure({ coin, network }, error)),
          },
        ]
      : []),
  ];
}
