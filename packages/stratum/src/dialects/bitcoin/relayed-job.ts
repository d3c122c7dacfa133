import {
  atMost53Bits,
  type DifficultyScale,
  targetBytes,
  targetOfBits,
  workOfTarget,
} from '../../core/difficulty.ts';
import { ShareMemory } from '../../core/duplicates.ts';
import type { UpstreamJob } from '../../upstream/client-dialect.ts';
import type { RelayedOpenJob } from '../../upstream/relayed-share.ts';
import type { BitcoinWork } from './bitcoin-client.ts';
import { createJob, notifyLine } from './job.ts';
import type { OpenBitcoinJob } from './jobs.ts';
import { createShareScratch } from './share-hash.ts';

/** A job of another pool in Bitcoin's Stratum. */
export interface OpenRelayedJob extends OpenBitcoinJob, RelayedOpenJob<BitcoinWork> {
  readonly job: OpenBitcoinJob['job'];
  /** The same job for a miner that was moved to it: all that it had before is lost. */
  readonly cleanLine: string;
}

/** Its network's target is what its bits say: a client leaves it out of the job where every hash would be a block. */
export function openRelayedJob(
  upstream: UpstreamJob<BitcoinWork>,
  {
    id,
    clean,
    number,
    chain,
    scale,
  }: {
    /** Ours, that no other job of any upstream has. */
    readonly id: string;
    readonly clean: boolean;
    readonly number: number;
    readonly chain: string;
    readonly scale: DifficultyScale;
  },
): OpenRelayedJob {
  const { work, room } = upstream;
  const networkTarget = targetOfBits(work.bits);
  const networkWork = workOfTarget(networkTarget);
  const job = createJob(id, { ...work, chain, height: 0, networkTarget, networkWork, clean });
  return {
    job,
    number,
    upstream,
    line: notifyLine(job),
    cleanLine: notifyLine({ ...job, clean: true }),
    networkTarget: targetBytes(networkTarget),
    // Never harder than what the upstream counts, nor than a block.
    shareWorkMax: workOfEasiest([upstream.target, networkTarget], scale),
    scratch: createShareScratch(job, room.prefix.length / 2 + room.freeBytes),
    accepted: new ShareMemory(),
  };
}

/** The work of the easiest of these targets, as a difficulty can say it exactly. */
function workOfEasiest(targets: readonly bigint[], scale: DifficultyScale): bigint {
  const highest = targets.reduce((a, b) => (a > b ? a : b));
  const work = atMost53Bits((scale.difficulty1Target * scale.hashesPerDifficulty1) / highest);
  return work > 0n ? work : 1n;
}
