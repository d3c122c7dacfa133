import type { PayoutContext } from '../../domain/payouts/payout-context.ts';
import type { Arrivals } from '../../domain/kernel/arrivals.ts';
import { followTransfers } from '../../domain/treasury/transfers/follow-transfer.ts';
import { followOrders } from '../../domain/treasury/orders/follow-order.ts';
import { type PlaceContext, watchPlaces } from '../../domain/treasury/places/watch-places.ts';
import type { PayoutFailure } from './payout-tasks.ts';
import type { ScheduledTask } from './schedules.ts';

/** Exchanges are held against the ledger, one that the settings name no more as one that does not answer, and what became of orders and transfers there is looked up. Nothing is ordered by itself. */
export function placeTasks(
  ctx: PlaceContext & Pick<PayoutContext, 'traders' | 'withdrawers'> & { readonly arrivals: Arrivals },
  onFailure: PayoutFailure,
): ScheduledTask[] {
  return [
    {
      name: 'watch-places',
      pattern: '40 * * * * *',
      run: () => watchPlaces(ctx, (place, error) => onFailure({ place }, error)),
    },
    ...(ctx.traders ?? []).map((trader) => ({
      name: `follow-orders-${trader.name}`,
      pattern: '25 * * * * *',
      run: () => followOrders(ctx, trader),
    })),
    ...(ctx.withdrawers ?? []).map(({ exchange }) => ({
      name: `follow-transfers-${exchange.name}`,
      pattern: '50 * * * * *',
      run: () => followTransfers(ctx, exchange),
    })),
  ];
}
