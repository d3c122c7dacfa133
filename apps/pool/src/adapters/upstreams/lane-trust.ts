import type { TakenLane } from './divided-room.ts';
import type { UnjudgedShares } from './unjudged-shares.ts';

/** Refusals of one lane in a row, late shares apart, after which its miner is let go. */
const refusalsMax = 16;
/** Shares of one lane that wait for the upstream: one miner must not use up what a connection may have unanswered. */
const waitingMax = 16;
/** Refusals in a row of shares that were judged here, late ones apart, after which an upstream counts as one that takes no work of ours. */
const judgedMax = 16;
/** Of these one client address makes no more than eight: then its lanes are let go, and shares of another one must be refused, too. */
const judgedOfOneMax = 8;
/** Shares in a row without an answer in time, after which an upstream counts as one that takes no work of ours. */
const unansweredMax = 128;

interface Standing {
  refusals: number;
  waiting: number;
}

/** How the lanes of a connection stand: what the upstream says of the shares of each. */
export class LaneTrust {
  readonly #standings = new WeakMap<TakenLane, Standing>();
  /** Refusals in a row of shares that were judged here, by whose they are. */
  readonly #judged = new Map<string, number>();
  #judgedInARow = 0;
  readonly #unjudged: UnjudgedShares;
  readonly #now: () => number;
  #unanswered = 0;

  /** @param unjudged of all connections to the same upstream */
  constructor(unjudged: UnjudgedShares, now: () => number) {
    this.#unjudged = unjudged;
    this.#now = now;
  }

  /** `proof`: undefined for a share that nothing here has judged. */
  mayWait(lane: TakenLane, proof: bigint | undefined): boolean {
    if (proof === undefined && !this.#unjudged.mayWait(lane.owner, this.#now())) return false;
    return this.#of(lane).waiting < waitingMax;
  }

  wait(lane: TakenLane, proof: bigint | undefined): void {
    this.#of(lane).waiting += 1;
    if (proof === undefined) this.#unjudged.wait(lane.owner);
  }

  /** A share that waited has its answer, or none in time. */
  settle(lane: TakenLane, as: string, proof: bigint | undefined): void {
    const standing = this.#of(lane);
    standing.waiting -= 1;
    const isRefused = as !== 'accepted' && as !== 'stale' && as !== 'unknown' && as !== 'unsent';
    if (as === 'accepted') standing.refusals = 0;
    else if (isRefused) standing.refusals += 1;
    if (proof !== undefined) return;
    const how = isRefused ? 'refused' : as === 'accepted' ? 'accepted' : 'neither';
    this.#unjudged.settle(lane.owner, how, this.#now());
  }

  /** The upstream has refused a share that was judged here: who is not to be trusted any more, the owner of its lane or the upstream. */
  refuseJudged({ owner }: TakenLane, isAlone: boolean): 'none' | 'lane' | 'upstream' {
    const ofOne = (this.#judged.get(owner) ?? 0) + 1;
    this.#judged.set(owner, ofOne);
    if (ofOne <= judgedOfOneMax) this.#judgedInARow += 1;
    if (this.#judgedInARow >= judgedMax || (ofOne >= judgedMax && isAlone)) return 'upstream';
    return ofOne >= judgedOfOneMax ? 'lane' : 'none';
  }

  acceptJudged({ owner }: TakenLane): void {
    this.#judgedInARow = 0;
    this.#judged.delete(owner);
  }

  /** A share was not answered in time; answers whether there are too many of them. */
  leaveUnanswered(): boolean {
    this.#unanswered += 1;
    return this.#unanswered >= unansweredMax;
  }

  /** A share has its answer. An upstream that answers one share in a hundred takes no work either. */
  answer(): void {
    this.#unanswered = Math.max(0, this.#unanswered - 1);
  }

  isBad(lane: TakenLane): boolean {
    return this.#of(lane).refusals >= refusalsMax || this.#unjudged.isShut(lane.owner, this.#now());
  }

  #of(lane: TakenLane): Standing {
    const known = this.#standings.get(lane);
    if (known !== undefined) return known;
    const fresh: Standing = { refusals: 0, waiting: 0 };
    this.#standings.set(lane, fresh);
    return fresh;
  }
}
