import type { RecurringAudit } from '../services/audit/recurring-audit.ts';
import type { ServiceContext } from '../services/context.ts';
import type { Chain } from '../services/ports/chain.ts';
import { advanceRound, openRounds } from '../services/rounds/advance-round.ts';
import { markOffline } from '../services/workers/mark-offline.ts';
import { retentionJobs } from './retention-jobs.ts';
import type { Job } from './schedules.ts';

/** The pool checks its own books, a bounded part of them each minute. */
export function auditJob(audit: RecurringAudit): Job {
  return { name: 'audit', pattern: '30 * * * * *', run: () => audit.run() };
}

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
    ...retentionJobs(ctx, chains),
  ];
}
