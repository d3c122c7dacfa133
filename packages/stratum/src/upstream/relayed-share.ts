import type { Login } from '@openlode/mining/user-string';
import { depthBelow } from '../core/difficulty.ts';
import type { OpenJob } from '../core/jobs.ts';
import type { ShareTerms } from '../core/judge-share.ts';
import type { Effect, RejectReason } from '../core/session-state.ts';
import type { Room, Solution, UpstreamJob } from './client-dialect.ts';

/** A miner's place at another pool: a lane of one connection. Known by identity; nothing that was given with one holds with another. */
export interface Seat {
  /** What the miner fills in. */
  readonly room: Room;
}

/** A job of another pool as miners of this one are given it. Which shares are known is remembered where they are sent on, not here. */
export interface RelayedOpenJob<Work = unknown> extends OpenJob {
  readonly upstream: UpstreamJob<Work>;
  /**
   * What its shares count, from whichever miner they come, where nothing tells the searches of miners apart: with two prices for one content a miner of two
   * connections could choose after it has searched.
   */
  readonly price?: ShareTerms | undefined;
}

/** What every share is handed on with, whatever its dialect. */
export interface RelayedShareInput<Found extends Solution = Solution> {
  readonly seat: Seat;
  readonly job: RelayedOpenJob;
  /** `free`: what the miner has filled in. */
  readonly found: Found;
  /** The miner's, 32 bytes, least significant first. */
  readonly target: Uint8Array;
}

/** What became of it. */
export type RelayedVerdict = AcceptedRelayed | { readonly kind: 'refused'; readonly reason: RejectReason };

export interface AcceptedRelayed {
  readonly kind: 'accepted';
  /** Its hash, 32 bytes, least significant first. */
  readonly proof: Uint8Array;
  /** Blocks of that pool's network that its work finds on average, and whether it is one; left out where it was not judged here, or is late. */
  readonly blocks?: number;
  readonly isBlock?: boolean;
}

/** What statistics and the accumulator need of an accepted share of another pool's work. */
export function relayedShareEffect(
  login: Login,
  { work, target }: ShareTerms,
  { proof, blocks = 0, isBlock = false }: AcceptedRelayed,
  at: number,
): Extract<Effect, { kind: 'share' }> {
  return { kind: 'share', login, work, at, depth: depthBelow(proof, target), blocks, isBlock };
}

/** Blocks of another pool are not known here. */
export function nameless(): never {
  throw new Error('a block of another pool has no name here');
}
