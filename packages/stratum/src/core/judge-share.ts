import type { Login } from '@openlode/mining/user-string';
import { depthBelow, meetsTarget } from './difficulty.ts';
import type { OpenJob } from './jobs.ts';
import type { Effect, RejectReason, SessionCounts } from './session-state.ts';

/** What a share counts, and how hard it must be. */
export interface ShareTerms {
  readonly work: bigint;
  /** 32 bytes, least significant first. */
  readonly target: Uint8Array;
}

export type ShareOutcome = RejectReason | 'share' | 'block' | 'share-and-block';

/**
 * Judges a share by its proof of work and takes it into the memory of its job.
 *
 * @param proof the hash that is compared with the targets, 32 bytes, least significant first
 * @param key identifies the share: 32 bytes, the first twelve evenly distributed
 */
export function judgeShare(
  opened: OpenJob,
  target: Uint8Array,
  proof: Uint8Array,
  key: Uint8Array,
  accepting: boolean,
): ShareOutcome {
  const counts = meetsTarget(proof, target);
  const solves = meetsTarget(proof, opened.networkTarget);
  if (!counts && !solves) return 'low-difficulty';
  // A block is worth more than its share: it passes even while shares cannot be recorded.
  if (!accepting && !solves) return 'not-recording';
  const memory = opened.accepted.remember(key);
  if (memory === 'duplicate') return 'duplicate';
  if (memory === 'full' && !solves) return 'memory-full';
  if (!solves) return 'share';
  return counts ? 'share-and-block' : 'block';
}

/** What statistics and the accumulator need of an accepted share. */
export function shareEffect(
  login: Login,
  opened: OpenJob,
  { work, target }: ShareTerms,
  proof: Uint8Array,
  at: number,
): Effect {
  const blocks = Number(work) / Number(opened.job.networkWork);
  return { kind: 'share', login, work, at, depth: depthBelow(proof, target), blocks };
}

/** Counts an accepted share, which also forgives what was wrong before it. */
export function countShare(counts: SessionCounts): void {
  counts.shares += 1;
  counts.faults = 0;
  counts.repeats = 0;
}
