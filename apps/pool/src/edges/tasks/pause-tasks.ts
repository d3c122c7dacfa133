import type { ConnectedMiners } from '../../domain/kernel/connected-miners.ts';
import type { ServiceContext } from '../../domain/kernel/context.ts';
import { readPaused } from '../../domain/operations/pause-sessions.ts';
import type { ScheduledTask } from './schedules.ts';

/** Has a process that takes miners follow what operators have decided of new connections; none where it takes none. */
export function pauseSessionsTasks(
  ctx: Pick<ServiceContext, 'db'>,
  connected: Pick<ConnectedMiners, 'takesMiners' | 'process' | 'pause'>,
): ScheduledTask[] {
  if (!connected.takesMiners) return [];
  return [
    {
      name: 'pause-sessions',
      pattern: '*/5 * * * * *',
      run: async () => connected.pause(await readPaused(ctx, connected.process)),
    },
  ];
}
