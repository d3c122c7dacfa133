import type { ConnectedMiners } from '../../domain/kernel/connected-miners.ts';
import type { ServiceContext } from '../../domain/kernel/context.ts';
import { liftBansTasks } from './ban-tasks.ts';
import { pauseSessionsTasks } from './pause-tasks.ts';
import type { ScheduledTask } from './schedules.ts';

/** Has the connections of this process follow what operators have decided through any process of the database. */
export function connectedTasks(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  connected: ConnectedMiners,
): ScheduledTask[] {
  return [...liftBansTasks(ctx, connected), ...pauseSessionsTasks(ctx, connected)];
}
