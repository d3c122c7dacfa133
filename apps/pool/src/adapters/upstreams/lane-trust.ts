import type { TakenLane } from './divided-room.ts';

/** Refusals of one lane in a row, late shares apart, after which its miner is let go. */
const refusalsMax = 16;
/** Shares of one lane that wait for the upstream: one miner must not use up what a connection may have unanswered. */
const waitingMax = 16;

interface Standing {
  refusals: number;
  waiting: number;
}

/** How the lanes of a connection stand whose shares are not judged here. */
export class LaneTrust {
  readonly #standings = new WeakMap<TakenLane, Standing>();

  mayWait(lane: TakenLane): boolean {
    return this.#of(lane).waiting < waitingMax;
  }

  wait(lane: TakenLane): void {
    this.#of(lane).waiting += 1;
  }

  /** A share that waited has its answer, or none in time. */
  settle(lane: TakenLane, as: string): void {
    const standing = this.#of(lane);
    standing.waiting -= 1;
    if (as === 'accepted') standing.refusals = 0;
    else if (as !== 'stale' && as !== 'unknown' && as !== 'unsent') standing.refusals += 1;
  }

  isBad(lane: TakenLane): boolean {
    return this.#of(lane).refusals >= refusalsMax;
  }

  #of(lane: TakenLane): Standing {
    const known = this.#standings.get(lane);
    if (known !== undefined) return known;
    const fresh: Standing = { refusals: 0, waiting: 0 };
    this.#standings.set(lane, fresh);
    return fresh;
  }
}
