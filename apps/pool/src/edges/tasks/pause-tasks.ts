import type { ConnectedMiners } from '../../domain/kernel/connected-miners.ts';
import type { ServiceContext } from '../../domain/kernel/context.ts';
import { readPaused } from '../../domain/operations/pause-sessions.ts';
import type { ScheduledTask } from './schedules.ts';

type Paused = Pick<ConnectedMiners, 'takesMiners' | 'process' | 'pause'>;

/** Before ports are opened: after a start all miners come at once, and would be in before the first look of the task. */
export async function followPause(ctx: Pick<ServiceContext, 'db'>, connected: Paused): Promise<void> {
  if (connected.takesMiners) connected.pause(await readPaused(ctx, connected.process));
}

/** Has a process that takes miners follow what operators have decided of new connections; none where it takes none. */
export function pauseSessionsTasks(ctx: Pick<ServiceContext, 'db'>, connected: Paused): ScheduledTask[] {
  if (!connected.takesMiners) return [];
  return [
    {
      name: 'pause-sessions',
      pattern: '*/5 * * * * *',
      run: () => followPause(ctx, connected),
    },
  ];
}
