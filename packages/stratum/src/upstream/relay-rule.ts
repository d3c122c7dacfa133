/** What is compared of a share: the lower, the harder. */
export interface RelayTerms {
  /** Of the upstream's job. */
  readonly target: bigint;
  /** Undefined where the job does not say it. */
  readonly networkTarget: bigint | undefined;
}

/**
 * The highest hash of a miner's share. Never harder than the upstream's, which pays for each of its shares the same whatever it reached: a
 * miner could keep those between for itself. Nor harder than a block. Without a verifier of ours it is the upstream's, which alone can judge.
 */
export function minersTarget(
  wanted: bigint,
  { target, networkTarget }: RelayTerms,
  verifies: boolean,
): bigint {
  if (!verifies) return target;
  const easiest = wanted > target ? wanted : target;
  return networkTarget === undefined || networkTarget <= easiest ? easiest : networkTarget;
}

/** Shares for a job that a newer one has closed are still sent for this long, ms. */
export const lateMs = 2000;

/** A share as it came in; `proof` is its hash, undefined without a verifier. */
export interface RelayedShare {
  readonly proof: bigint | undefined;
  readonly minersTarget: bigint;
  /** How long ago its job was closed; undefined for one that is open. */
  readonly closedForMs: number | undefined;
}

export type ShareFate =
  /** Refused at once; nothing is sent. */
  | { readonly kind: 'refused'; readonly why: 'low-difficulty' | 'stale' }
  /** Accepted at once by our own verifier; `forward` where it is one for the upstream, whose answer changes nothing for the miner. */
  | { readonly kind: 'accepted'; readonly forward: boolean }
  /** Sent, and the miner's answer held until the upstream's: only what it accepts counts. */
  | { readonly kind: 'held' };

/** What becomes of a share that is neither malformed nor a duplicate. */
export function fateOfShare(share: RelayedShare, { target, networkTarget }: RelayTerms): ShareFate {
  const { proof, closedForMs } = share;
  const isLate = closedForMs !== undefined;
  if (proof === undefined) {
    return isLate && closedForMs > lateMs ? { kind: 'refused', why: 'stale' } : { kind: 'held' };
  }
  const isBlock = networkTarget !== undefined && proof <= networkTarget;
  const isUpstreams = proof <= target;
  // Late or not, such a share has taken no work: that is the miner's, and not the pool's.
  if (!isBlock && !isUpstreams && proof > share.minersTarget)
    return { kind: 'refused', why: 'low-difficulty' };
  // A block of a job that is closed may still be the first of its height: the upstream says.
  if (isLate)
    return isBlock || (isUpstreams && closedForMs <= lateMs)
      ? { kind: 'held' }
      : { kind: 'refused', why: 'stale' };
  return { kind: 'accepted', forward: isBlock || isUpstreams };
}

/** Whether an upstream that calls a share too low may only round otherwise: it lies within a thousandth of the target. */
export function isWithinRounding(proof: bigint, target: bigint): boolean {
  return proof > target - target / 1000n;
}
