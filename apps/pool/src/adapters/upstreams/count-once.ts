import type { Solution, UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import type { KnownShares } from '@openlode/stratum/upstream/known-shares';

/** A share that was judged; `proof`: its hash. */
interface JudgedShare {
  readonly job: UpstreamJob;
  readonly proof: bigint;
  /** The same, where it is at hand: 32 bytes, least significant first. */
  readonly hash: Uint8Array | undefined;
}

/** One that is to be sent; `proof` is undefined where nothing here has judged it. */
interface SentShare extends Omit<JudgedShare, 'proof'> {
  readonly found: Solution;
  readonly proof: bigint | undefined;
}

type Again = 'duplicate' | 'busy' | undefined;

/** Why a share that was judged here cannot count; undefined for a new one, which is known from now on. */
export function whyJudged(known: KnownShares, { job, proof, hash }: JudgedShare): Again {
  const judged = known.judge(job, proof, hash);
  if (judged === 'new') return undefined;
  return judged === 'full' ? 'busy' : 'duplicate';
}

/**
 * Why a share cannot be sent; undefined for a new one, which is known from now on. Nothing of one that is refused is remembered, so that it may be sent
 * again. `isHeld`: it counts by the upstream's word.
 */
export function whySent(known: KnownShares, { job, found, proof, hash }: SentShare, isHeld: boolean): Again {
  if (proof !== undefined && known.isJudged(job, proof, hash)) return 'duplicate';
  const sent = known.send(job, found);
  if (sent !== 'new') return sent === 'full' ? 'busy' : 'duplicate';
  const again = proof === undefined || isHeld ? undefined : whyJudged(known, { job, proof, hash });
  if (again !== undefined) known.unsend(job, found);
  return again;
}

/** Why a share is refused: one that comes too late counts nothing, and once. Sent over and over it is a duplicate as any other. */
export function whyLate(
  known: KnownShares,
  job: UpstreamJob,
  proof: bigint | undefined,
  why: 'low-difficulty' | 'stale',
): string {
  if (proof === undefined || why !== 'stale') return why;
  return known.judge(job, proof) === 'duplicate' ? 'duplicate' : why;
}
