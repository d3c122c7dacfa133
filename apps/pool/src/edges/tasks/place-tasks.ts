import type { PayoutContext } from '../../domain/payouts/payout-context.ts';
import type { Arrivals } from '../../domain/kernel/arrivals.ts';
import { followTransfers } from '../../domain/treasury/transfers/follow-transfer.ts';
import type { Wallet } from '../../domain/kernel/wallet.ts';
import type { UpstreamTerms } from '../../domain/kernel/upstream-terms.ts';
import { tradeByItself } from '../../domain/treasury/orders/trade-by-itself.ts';
import { followOrders } from '../../domain/treasury/orders/follow-order.ts';
import { type PlaceContext, watchPlaces } from '../../domain/treasury/places/watch-places.ts';
import { compareUpstreams } from '../../domain/treasury/upstream-places/compare-upstreams.ts';
import type { PayoutFailure } from './payout-tasks.ts';
import type { ScheduledTask } from './schedules.ts';

/** Exchanges are held against the ledger, one that the settings name no more as one that does not answer, and what became of orders and transfers there is looked up. What is planned to be traded by itself is said, and sent only where the settings say so. */
export function placeTasks(
  ctx: PlaceContext &
    PayoutContext & {
      readonly wallet: Wallet;
      readonly arrivals: Arrivals;
      /** Other pools that are to give work, and name a place that they pay to. */
      readonly paying: readonly UpstreamTerms[];
    },
  onFailure: PayoutFailure,
): ScheduledTask[] {
  const { paying } = ctx;
  return [
    ...(paying.length === 0
      ? []
      : [
          {
            name: 'compare-upstreams',
            pattern: '10 * * * * *',
            run: async () => {
              await compareUpstreams(ctx, paying);
            },
          },
        ]),
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
    ...(ctx.traders ?? []).map((trader) => ({
      name: `trade-by-itself-${trader.name}`,
      pattern: '15 */5 * * * *',
      run: async () => {
        await tradeByItself(ctx, trader, ctx.sendsTrades === true);
      },
    })),
    ...(ctx.withdrawers ?? []).map(({ exchange }) => ({
      name: `follow-transfers-${exchange.name}`,
      pattern: '50 * * * * *',
      run: () => followTransfers(ctx, exchange),
    })),
  ];
}
