import type { ServiceContext } from '../../domain/kernel/context.ts';
import type { UpstreamState } from '../../domain/kernel/upstream-state.ts';
import { writeUpstreamStates } from '../../domain/treasury/upstream-states.ts';
import type { ScheduledTask } from './schedules.ts';

/**
 * Writes down how other pools stand in this process, for the other processes of the database; the embedded one has one.
 *
 * @param states by pool; nothing is written where there are none
 */
export function upstreamStateTasks(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  process: string,
  states: () => ReadonlyMap<string, UpstreamState>,
): ScheduledTask[] {
  if (ctx.db.engine === 'pglite') return [];
  return [
    {
      name: 'write-upstream-states',
      pattern: '*/20 * * * * *',
      run: async () => {
        const now = states();
        if (now.size > 0) await writeUpstreamStates(ctx, process, now);
      },
    },
  ];
}
