import type { PayoutContext } from '../../domain/payouts/payout-context.ts';
import { followOrders } from '../../domain/treasury/orders/follow-order.ts';
import { type PlaceContext, watchPlaces } from '../../domain/treasury/places/watch-places.ts';
import type { PayoutFailure } from './payout-tasks.ts';
import type { ScheduledTask } from './schedules.ts';

/** Exchanges are held against the ledger where the settings name any, and what became of orders there is looked up. Nothing is ordered by itself. */
export function placeTasks(
  ctx: PlaceContext & Pick<PayoutContext, 'traders'>,
  onFailure: PayoutFailure,
): ScheduledTask[] {
  if ((ctx.exchanges ?? []).length === 0) return [];
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
