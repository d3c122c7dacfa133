import type { HeaderJob, OpenHeaderJob } from '../core/header-jobs.ts';
import type { HeaderLayout, HeaderSession } from '../core/header-layout.ts';
import type { RejectReason } from '../core/session-state.ts';
import type { Solution } from './client-dialect.ts';
import type { PricedState } from './price-content.ts';
import { hexOfBytes } from '../wire/hex.ts';
import type { RelayedOpenJob, RelayedShareInput, Seat } from './relayed-share.ts';

/** A job of another pool in a dialect whose miners are given a header to seal. */
export interface OpenRelayedHeader<Work = unknown> extends OpenHeaderJob, RelayedOpenJob<Work> {
  readonly job: HeaderJob;
  /** The highest hash that is worth anything to the other pool, or that is a block: 32 bytes, least significant first. */
  readonly theirs: Uint8Array;
}

/** What a job of another pool says, as our own layout of its dialect prints it. */
export interface RelayedFacts extends Pick<HeaderJob, 'work' | 'height'> {
  readonly timestamp?: bigint;
  readonly bits?: number;
  /** The highest hash that is a block; undefined where jobs of the dialect do not say it. */
  readonly networkTarget: bigint | undefined;
}

/** What a dialect has besides the layout of its own work, where another pool gives the work. */
export interface RelayedLayout<Work = unknown, Found extends Solution = Solution> {
  /** Lines, logins and shares as on own work; the beginning of a nonce is what that pool and the lane have fixed of it, however long. */
  readonly own: HeaderLayout;
  factsOf(work: Work): RelayedFacts;
  /** What is sent on of a share. `seal`: as the layout reads it; `prefix`: digits that every nonce of the lane begins with. */
  foundOf(seal: Uint8Array, prefix: string): Found;
  /** The hash that targets are compared with, least significant byte first; or why it counts nothing. As on own work without it. */
  hashOf?(verdict: unknown, found: Found): Uint8Array | RejectReason;
  /** The line that gives a miner another beginning of its nonce, where it asked to hear of one; left out where there is none. */
  movedLine?(prefix: string, session: RelayedHeaderSession): string;
}

/** Everything that is known about one connection whose work comes from another pool. `jobs`: those that it was sent, the oldest first. */
export interface RelayedHeaderSession extends HeaderSession, PricedState {
  readonly seat: Seat | undefined;
  /** The newest job of the seat, whether it was sent or not. */
  readonly current: OpenRelayedHeader | undefined;
  /** The beginning of its nonce that the miner was told last; undefined before. */
  readonly knownPrefix: string | undefined;
  /** Whether the miner asked to be told where that changes. */
  readonly follows: boolean;
}

/** What is sent on of a share whose seal is its nonce alone. */
export function freeBehind(seal: Uint8Array, prefix: string): Solution {
  return { free: hexOfBytes(seal).slice(prefix.length) };
}

/** What is handed on of a share. */
export interface RelayedHeaderInput extends RelayedShareInput {
  /** For the verifier of the algorithm. */
  readonly proof: unknown;
}
