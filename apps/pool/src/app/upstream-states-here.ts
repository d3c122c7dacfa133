import type { ServiceContext } from '../domain/kernel/context.ts';
import type { UpstreamState } from '../domain/kernel/upstream-state.ts';
import type { UpstreamTerms } from '../domain/kernel/upstream-terms.ts';
import type { World } from '../domain/kernel/world.ts';
import type { ScheduledTask } from '../edges/tasks/schedules.ts';
import { upstreamStateTasks } from '../edges/tasks/upstream-state-tasks.ts';
import type { MinedAlgorithms } from './mined-algorithms.ts';

/** How a pool stands in this process; undefined where its work is not given here. */
export function stateHere(
  mined: Pick<MinedAlgorithms, 'find'>,
  { upstream, algorithm }: { readonly upstream: string; readonly algorithm: string },
): UpstreamState | undefined {
  const relay = mined.find(algorithm)?.relays.find((each) => each.upstream === upstream);
  if (relay === undefined) return undefined;
  const { hasWork, connections, counts, blocks } = relay.group;
  return { hasWork, connections, counts, blocks, networkWork: relay.feed?.relayed?.networkWork };
}

/** How all of them stand here whose work is given. */
export function statesHere(
  mined: Pick<MinedAlgorithms, 'find'>,
  upstreams: readonly Pick<UpstreamTerms, 'name' | 'algorithm'>[] = [],
): ReadonlyMap<string, UpstreamState> {
  return new Map(
    upstreams.flatMap(({ name, algorithm }) => {
      const state = stateHere(mined, { upstream: name, algorithm });
      return state === undefined ? [] : [[name, state] as const];
    }),
  );
}

/** Writes down for other processes how they stand here. */
export function statesTasks(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  mined: Pick<MinedAlgorithms, 'find' | 'process'>,
  { upstreams }: Pick<World, 'upstreams'>,
): ScheduledTask[] {
  return upstreamStateTasks(ctx, mined.process, () => statesHere(mined, upstreams));
}
