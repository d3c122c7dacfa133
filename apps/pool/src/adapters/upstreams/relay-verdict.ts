import type { Solution, UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import type { TakenLane } from './divided-room.ts';
import type { RelayClass } from './relay-counts.ts';
import type { UpstreamAddress } from './upstream-address.ts';
import type { LinkEnd } from './upstream-link.ts';

export type RelayNote =
  | { readonly kind: 'up'; readonly address: UpstreamAddress }
  | {
      readonly kind: 'down';
      readonly address: UpstreamAddress;
      readonly end: LinkEnd;
      readonly wasUp: boolean;
    }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'fault'; readonly fault: string }
  /** It leaves more shares unanswered than may wait: no more are sent. */
  | { readonly kind: 'unsent' }
  /** It takes none of our shares: for this long, ms, it counts as one without work, or until it takes one. */
  | { readonly kind: 'untaken'; readonly pauseMs: number }
  /** A refusal that says more than that a share came late. */
  | { readonly kind: 'refusal'; readonly why: string; readonly text: string };

/** A share of a miner, right in form. */
export interface MinersShare<Found extends Solution> {
  readonly lane: TakenLane;
  /** The very one that the miner was given. */
  readonly job: UpstreamJob;
  /** `free`: what the miner of the lane has filled in. */
  readonly found: Found;
  /** Its hash; undefined where it is not judged here. */
  readonly proof: bigint | undefined;
  /** The same, where it is at hand: 32 bytes, least significant first. */
  readonly hash?: Uint8Array | undefined;
  readonly minersTarget: bigint;
  /** When it came, ms that never go back; now where it is left out: judging takes time, which is not its miner's. */
  readonly at?: number | undefined;
}

/** A share that is sent on, and how. */
export interface ToSend<Work> {
  readonly job: UpstreamJob<Work>;
  /** The miner's, as it holds for this job. */
  readonly target: bigint;
  /** It counts by the upstream's word. */
  readonly isHeld: boolean;
  readonly isBlock: boolean;
}

/** Counted by our own verifier. `blocks` of that network are what its work finds on average; 0 where nothing says what one takes. */
export interface AcceptedHere {
  readonly kind: 'accepted';
  readonly by: 'verifier';
  readonly work: bigint;
  readonly blocks: number;
  readonly isBlock: boolean;
}

export type RelayVerdict =
  /** `by` whom: the work of the miner's target counts, or that of the upstream's. */
  | { readonly kind: 'accepted'; readonly by: 'upstream'; readonly work: bigint }
  | AcceptedHere
  /** `by` whom: what the upstream says of a share says nothing about its miner. */
  | { readonly kind: 'refused'; readonly by: 'here' | 'upstream'; readonly why: string }
  /** The upstream did not say: it counts nothing. */
  | { readonly kind: 'unknown' };

/**
 * Of a share that waited for the upstream; `work`: what that counts for it. One that was taken late counts once: `judged` is whether the same
 * has counted already, or nothing of its content is remembered any more, which is not its miner's fault.
 */
export function verdictOf(
  as: RelayClass,
  why: string,
  work: bigint,
  judged: 'new' | 'duplicate' | 'full',
): RelayVerdict {
  if (judged === 'duplicate') return { kind: 'refused', by: 'here', why: 'duplicate' };
  if (judged === 'full') return { kind: 'unknown' };
  if (as === 'accepted') return { kind: 'accepted', by: 'upstream', work };
  if (as === 'unknown') return { kind: 'unknown' };
  return { kind: 'refused', by: as === 'unsent' ? 'here' : 'upstream', why };
}
