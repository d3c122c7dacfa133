import type { ServiceContext } from '../../domain/kernel/context.ts';
import { recordCandidate } from '../../domain/rounds/record-candidate.ts';
import type { WorkLine } from '../../domain/kernel/work-batch.ts';
import { networkWork } from './economy.ts';
import type { Fleet } from './fleet.ts';
import type { FleetChain } from './fleet-chain.ts';

/** One of those who worked finds a block at a moment (ms) that stands for a span of mining; answers its round. */
export async function findBlock(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'secret'>,
  fleet: Fleet,
  chain: FleetChain,
  {
    at,
    spanMs,
    lines,
  }: { readonly at: number; readonly spanMs: number; readonly lines: readonly WorkLine[] },
): Promise<bigint> {
  const block = chain.makeBlock(at, spanMs);
  const finder = fleet.draw.oneOf(lines, 'finder', chain.name, lines.length);
  return recordCandidate(ctx, {
    ...block,
    algorithm: chain.algorithm,
    chain: chain.name,
    networkWork: networkWork(fleet, chain.algorithm, spanMs),
    miner: finder.miner,
    worker: finder.worker,
    foundAt: at,
  });
}
