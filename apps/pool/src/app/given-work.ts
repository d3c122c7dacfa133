import type { ServiceContext } from '../domain/kernel/context.ts';
import type { World } from '../domain/kernel/world.ts';
import type { ListedSource } from '../domain/views/listed-source.ts';
import type { UpstreamStanding } from '../domain/views/upstream-standing.ts';
import type { MinedAlgorithms } from './mined-algorithms.ts';
import { upstreamStandings } from './upstream-figures.ts';
import { workSources } from './work-sources.ts';

/** What an operator may ask of where work comes from: the order of the sources, and how the other pools among them stand. */
export function givenWork(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  world: Pick<World, 'upstreams' | 'networkOf' | 'witnesses'>,
  mined: MinedAlgorithms,
): {
  readonly upstreamStandings: () => Promise<readonly UpstreamStanding[]>;
  readonly workSources: () => readonly ListedSource[];
} {
  return {
    upstreamStandings: () => upstreamStandings(ctx, world, mined),
    workSources: () => workSources(mined),
  };
}
