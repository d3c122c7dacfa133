import type { ServiceContext } from '../../domain/kernel/context.ts';
import type { BlockWitnesses } from '../../domain/kernel/relayed-block.ts';
import { watchRelayedBlocks } from '../../domain/treasury/relayed-blocks/watch-relayed-blocks.ts';
import type { ScheduledTask } from './schedules.ts';

/** Our own nodes are asked for blocks that other pools should have sent to their networks; with no other pool there is nothing to ask for. */
export function relayedBlockTasks(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  witnesses: BlockWitnesses | undefined,
  reports: Parameters<typeof watchRelayedBlocks>[2],
): ScheduledTask[] {
  if (witnesses === undefined) return [];
  return [
    {
      name: 'watch-relayed-blocks',
      pattern: '35 * * * * *',
      run: () => watchRelayedBlocks(ctx, witnesses, reports),
    },
  ];
}
