import type { PayoutContext } from '../../domain/payouts/payout-context.ts';
import { followOrders } from '../../domain/treasury/orders/follow-order.ts';
import { type PlaceContext, watchPlaces } from '../../domain/treasury/places/watch-places.ts';
import type { PayoutFailure } from './payout-tasks.ts';
import type { ScheduledTask } from './schedules.ts';

/** Exchanges are held against the ledger, one that the settings name no more as one that does not answer, and what became of orders there is looked up. Nothing is ordered by itself. */
export function placeTasks(
  ctx: PlaceContext & Pick<PayoutContext, 'traders'>,
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
  ];
}
