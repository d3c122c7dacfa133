import type { ServiceContext } from '../domain/kernel/context.ts';
import type { UpstreamTerms } from '../domain/kernel/upstream-terms.ts';
import type { World } from '../domain/kernel/world.ts';
import { readUnpaidWork } from '../domain/views/read-unpaid-work.ts';
import { expectedPerBlock, standingOf, type UpstreamStanding } from '../domain/views/upstream-standing.ts';
import type { UpstreamFigures } from '../edges/metrics/observe-upstreams.ts';
import type { MinedAlgorithms, MinedRelay } from './mined-algorithms.ts';

/** What is measured of the other pools: of their connections in this process, and of their payments in the database. */
export async function upstreamFigures(
  ctx: Pick<ServiceContext, 'db'>,
  upstreams: readonly UpstreamTerms[],
  mined: Pick<MinedAlgorithms, 'find'>,
  networkOf?: World['networkOf'],
): Promise<readonly UpstreamFigures[]> {
  const unpaid = await readUnpaidWork(ctx, upstreams);
  return unpaid.map((each): UpstreamFigures => {
    const group = groupOf(each, mined);
    return {
      ...each,
      hasWork: group?.hasWork,
      connections: group?.connections,
      shares: group?.counts ?? {},
      blocks: group?.blocks,
      expectedPerBlock: expectedOf(each, upstreams, networkOf),
    };
  });
}

/** The same for an operator who asks. */
export async function upstreamStandings(
  ctx: Pick<ServiceContext, 'db'>,
  upstreams: readonly UpstreamTerms[],
  mined: Pick<MinedAlgorithms, 'find'>,
  networkOf?: World['networkOf'],
): Promise<readonly UpstreamStanding[]> {
  const unpaid = await readUnpaidWork(ctx, upstreams);
  return unpaid.map((each) => standingOf(each, groupOf(each, mined), expectedOf(each, upstreams, networkOf)));
}

/** Coins for the work that finds a block of its coin on average, less what that pool keeps; undefined while no node of ours says it. */
function expectedOf(
  { upstream }: { readonly upstream: string },
  upstreams: readonly UpstreamTerms[],
  networkOf: World['networkOf'],
): bigint | undefined {
  const terms = upstreams.find(({ name }) => name === upstream);
  const network = terms === undefined ? undefined : networkOf?.(terms.coin);
  return terms === undefined || network?.reward === undefined
    ? undefined
    : expectedPerBlock(network.reward, terms.feePpm);
}

function groupOf(
  { upstream, algorithm }: { readonly upstream: string; readonly algorithm: string },
  mined: Pick<MinedAlgorithms, 'find'>,
): MinedRelay['group'] | undefined {
  return mined.find(algorithm)?.relays.find((relay) => relay.upstream === upstream)?.group;
}
