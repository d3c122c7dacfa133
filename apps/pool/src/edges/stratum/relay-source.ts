import type { Room, Solution, UpstreamJob } from '@openlode/stratum/upstream/client-dialect';

/** Another pool, as far as miners here are given its work: through lanes of its connections, of which each miner has one. */
export interface RelaySource {
  /** Whether a connection of it has a job, and it takes shares. */
  readonly hasWork: boolean;
  /** Whether there is a lane for one more miner. */
  readonly hasRoom: boolean;
  /** Version bits that all its jobs of now may have rolled; 0 without work. */
  readonly versionMask: number;
  /** What the newest job of each of its connections counts: the target of the one that asks for least; undefined without work. */
  readonly easiestTarget: bigint | undefined;
  join(miner: RelayedMiner): void;
  leave(miner: RelayedMiner): void;
  /** Why a share is not worth judging: the hash that is said of it counts already, or its work is over; undefined where it is. */
  refuseKnown(miner: RelayedMiner, share: RelayedShare): RelayAnswer | undefined;
  submit(miner: RelayedMiner, share: RelayedShare): RelayAnswer | Promise<RelayAnswer>;
  close(): void;
}

/** A miner, as that source speaks to it. */
export interface RelayedMiner {
  /** Whether it can be told of another lane than it has; asked before one is taken. */
  readonly mayMove: boolean;
  /** Its client address. */
  readonly origin: string;
  /** It has a lane, for the first time or another one: nothing that it was given before holds. A job follows. */
  onLane(lane: { readonly room: Room }): void;
  onJob(job: UpstreamJob): void;
  /** It must be let go, and has left the source. */
  onGone(why: GoneReason): void;
}

/** `moved`: there is work, in another lane, of which it cannot be told; `bad-shares`: the other pool takes none of its own. */
export type GoneReason = 'no-work' | 'moved' | 'bad-shares';

export interface RelayedShare {
  /** The very one that the miner was given. */
  readonly job: UpstreamJob;
  readonly found: Solution;
  /** Its hash, and the same as 32 bytes, least significant first; undefined and left out where nothing here has judged it. */
  readonly proof: bigint | undefined;
  readonly hash?: Uint8Array | undefined;
  readonly minersTarget: bigint;
  /** When it came, by the clock of the source, ms; now where it is left out. */
  readonly at?: number | undefined;
}

export type RelayAnswer =
  /** `blocks` of that network are what its work finds on average; both are left out where it was not judged here, or is late. */
  | { readonly kind: 'accepted'; readonly blocks?: number; readonly isBlock?: boolean }
  | { readonly kind: 'refused'; readonly by: 'here' | 'upstream'; readonly why: string }
  /** The other pool did not say. */
  | { readonly kind: 'unknown' };
