import { type PlaceContext, watchPlaces } from '../../domain/treasury/places/watch-places.ts';
import type { PayoutFailure } from './payout-tasks.ts';
import type { ScheduledTask } from './schedules.ts';

/** Exchanges are held against the ledger where the settings name any. */
export function placeTasks(ctx: PlaceContext, onFailure: PayoutFailure): ScheduledTask[] {
  if ((ctx.exchanges ?? []).length === 0) return [];
  return [
    {
      name: 'watch-places',
      pattern: '40 * * * * *',
      run: () => watchPlaces(ctx, (place, error) => onFailure({ place }, error)),
    },
  ];
}
