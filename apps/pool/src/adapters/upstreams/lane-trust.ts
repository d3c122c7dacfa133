import type { TakenLane } from './divided-room.ts';

/** Refusals of one lane in a row, late shares apart, after which its miner is let go. */
const refusalsMax = 16;
/** Shares of one lane that wait for the upstream: one miner must not use up what a connection may have unanswered. */
const waitingMax = 16;

interface Standing {
  refusals: number;
  waiting: number;
}

/** How the lanes of a connection stand: what the upstream says of the shares of each. */
export class LaneTrust {
  readonly #standings = new WeakMap<TakenLane, Standing>();
  /** Refusals in a row of shares that were judged here, by whose they are. */
  readonly #judged = new Map<string, number>();

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

  /** The upstream has refused a share that was judged here; answers how many in a row those are of its owner, on whichever lanes. */
  refuseJudged({ owner }: TakenLane): number {
    const refusals = (this.#judged.get(owner) ?? 0) + 1;
    this.#judged.set(owner, refusals);
    return refusals;
  }

  acceptJudged({ owner }: TakenLane): void {
    this.#judged.delete(owner);
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
