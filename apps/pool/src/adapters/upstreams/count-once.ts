import type { Solution, UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import type { KnownShares } from '@openlode/stratum/upstream/known-shares';

/** A share that was judged, or is to be sent unjudged (`proof` undefined). */
interface OnceShare {
  readonly job: UpstreamJob;
  readonly found: Solution;
  readonly proof: bigint | undefined;
  /** The same, where it is at hand: 32 bytes, least significant first. */
  readonly hash: Uint8Array | undefined;
}

/**
 * Why a share cannot count again; undefined for a new one, which is known from now on. Nothing of one that is refused is remembered, so that
 * it may be sent again.
 */
export function whyKnown(
  known: KnownShares,
  { job, found, proof, hash }: OnceShare,
  { isHeld, isSent }: { readonly isHeld: boolean; readonly isSent: boolean },
): 'duplicate' | 'busy' | undefined {
  // One that is only judged is looked for where it is remembered.
  if (isSent && proof !== undefined && known.isJudged(job, proof, hash)) return 'duplicate';
  const sent = isSent ? known.send(job, found) : 'new';
  if (sent !== 'new') return sent === 'full' ? 'busy' : 'duplicate';
  // One that is held counts by the upstream's word.
  const judged = proof === undefined || isHeld ? 'new' : known.judge(job, proof, hash);
  if (judged === 'new') return undefined;
  if (isSent) known.unsend(job, found);
  return judged === 'full' ? 'busy' : 'duplicate';
}
