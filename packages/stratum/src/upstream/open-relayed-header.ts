import { atMost53Bits, type DifficultyScale, targetBytes, targetOfWork } from '../core/difficulty.ts';
import { ShareMemory } from '../core/duplicates.ts';
import type { ShareTerms } from '../core/judge-share.ts';
import type { UpstreamJob } from './client-dialect.ts';
import type { OpenRelayedHeader, RelayedLayout } from './relayed-layout.ts';
import { nameless } from './relayed-share.ts';

export interface RelayedHeaderFacts {
  /** Ours, that no other job of any upstream has. */
  readonly id: string;
  readonly clean: boolean;
  readonly number: number;
  readonly chain: string;
  readonly scale: DifficultyScale;
  /** Expected hashes for a block of its network; undefined where jobs say it themselves. */
  readonly networkWork: bigint | undefined;
  /** Where all miners of all connections search the same: what shares of this content count; undefined where each lane has prices of its own. */
  readonly price?: ShareTerms | undefined;
}

/** @throws Error where neither the job nor its facts say what a block takes */
export function openRelayedHeader(
  { factsOf }: Pick<RelayedLayout, 'factsOf'>,
  upstream: UpstreamJob,
  { number, scale, networkWork: known, price, ...job }: RelayedHeaderFacts,
): OpenRelayedHeader {
  const { networkTarget: reported, work, height, timestamp = 0n, bits = 0 } = factsOf(upstream.work);
  if (reported === undefined && known === undefined) throw new Error('nothing says what a block takes');
  const networkTarget = reported ?? targetOfWork(known ?? 1n, scale);
  const networkWork = workOf(networkTarget, scale);
  // Never harder than what the upstream counts, nor than a block.
  const easiest = upstream.target > networkTarget ? upstream.target : networkTarget;
  const shareWorkMax = price?.work ?? atMost53Bits(workOf(easiest, scale));
  return {
    job: { ...job, height, timestamp, bits, work, networkTarget, networkWork, blockHash: nameless },
    number,
    upstream,
    networkTarget: targetBytes(networkTarget),
    theirs: targetBytes(easiest),
    shareWorkMax,
    accepted: new ShareMemory(),
    price,
  };
}

/** Expected hashes as difficulties of the algorithm count them; at least one. */
function workOf(target: bigint, { difficulty1Target, hashesPerDifficulty1 }: DifficultyScale): bigint {
  const work = (difficulty1Target * hashesPerDifficulty1) / target;
  return work > 0n ? work : 1n;
}
