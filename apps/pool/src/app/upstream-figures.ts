import type { ServiceContext } from '../domain/kernel/context.ts';
import type { UpstreamTerms } from '../domain/kernel/upstream-terms.ts';
import { readUnpaidWork } from '../domain/views/read-unpaid-work.ts';
import type { UpstreamFigures } from '../edges/metrics/observe-upstreams.ts';
import type { MinedAlgorithms } from './mined-algorithms.ts';

/** What is measured of the other pools: of their connections in this process, and of their payments in the database. */
export async function upstreamFigures(
  ctx: Pick<ServiceContext, 'db'>,
  upstreams: readonly UpstreamTerms[],
  mined: Pick<MinedAlgorithms, 'find'>,
): Promise<readonly UpstreamFigures[]> {
  const unpaid = await readUnpaidWork(ctx, upstreams);
  return unpaid.map((each): UpstreamFigures => {
    const relay = mined.find(each.algorithm)?.relay;
    const group = relay?.upstream === each.upstream ? relay.group : undefined;
    return {
      ...each,
      hasWork: group?.hasWork === true,
      connections: group?.connections ?? 0,
      shares: group?.counts ?? {},
    };
  });
}
