import type { ServiceContext } from '../services/context.ts';
import type { Chain } from '../services/ports/chain.ts';
import { advanceRound, openRounds } from '../services/rounds/advance-round.ts';
import { markOffline } from '../services/workers/mark-offline.ts';
import type { Job } from './schedules.ts';

/** What the pool does by itself. */
export function poolJobs(ctx: ServiceContext, chains: readonly Chain[]): Job[] {
  return [
    {
      name: 'advance-rounds',
      pattern: '* * * * * *',
      run: async () => {
        for (const round of await openRounds(ctx)) await advanceRound({ ...ctx, chains }, round);
      },
    },
    {
      name: 'mark-offline',
      pattern: '*/5 * * * * *',
      run: async () => {
        await markOffline(ctx);
      },
    },
  ];
}
