import type { ConnectedMiners } from '../../domain/kernel/connected-miners.ts';
import type { ServiceContext } from '../../domain/kernel/context.ts';
import { readLiftedBans } from '../../domain/operations/lift-ban.ts';
import type { ScheduledTask } from './schedules.ts';

/** Ends the bans of a process that takes miners which an operator has lifted through another one; none where it takes none. */
export function liftBansTasks(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  connected: Pick<ConnectedMiners, 'takesMiners' | 'bannedAs' | 'lift'>,
): ScheduledTask[] {
  if (!connected.takesMiners) return [];
  // Each decision is carried out once here: a ban that begins after that stays.
  let known = new Set<bigint>();
  return [
    {
      name: 'lift-bans',
      pattern: '*/10 * * * * *',
      run: async () => {
        const lifted = await readLiftedBans(ctx);
        for (const { id, source } of lifted) {
          if (known.has(id)) continue;
          for (const client of await connected.bannedAs(source)) connected.lift(client);
        }
        known = new Set(lifted.map(({ id }) => id));
      },
    },
  ];
}
