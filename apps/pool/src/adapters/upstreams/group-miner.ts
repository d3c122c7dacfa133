import type { UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import type { TakenLane } from './divided-room.ts';

/** `no-work` for half a minute; `moved`: it cannot be told of the lane that there is; `bad-shares`: the upstream took none of its own. */
type GoneReason = 'no-work' | 'moved' | 'bad-shares';

/** A miner, as the group speaks to it. */
export interface GroupMiner<Work> {
  /** Whether it can be told of another lane than it has; asked before one is taken. */
  readonly mayMove: boolean;
  /** Its client address: what one sends is not held against another. */
  readonly origin: string;
  /** It has a lane, for the first time or another one: nothing that it was given before holds. A job follows. */
  onLane(lane: TakenLane): void;
  onJob(job: UpstreamJob<Work>): void;
  /** It must be let go, and has left the group. */
  onGone(why: GoneReason): void;
}
