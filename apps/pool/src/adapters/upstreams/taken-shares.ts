/**
 * Shares in a row, over all connections to one upstream and without an accepted one among them, after which it counts as one that takes no
 * work of ours: twice as many as end one connection, so that it is not the fault of one connection or of one of its addresses.
 */
const untakenMax = 32;
/** Of these one client address makes no more than half, where another has a lane: then shares of a second one must be refused, too. */
const untakenOfOneMax = 16;
/** It is tried again after this long, ms; twice as long each time that it still takes none, up to the second. */
const pauseMs = 300_000;
const pauseMsMax = 3_600_000;

/** Whether another pool takes our work, by what it says of shares that were judged here. Times are ms that never go back. */
export class TakenShares {
  readonly #byOwner = new Map<string, number>();
  #untaken = 0;
  #pauses = 0;
  #pausedUntil: number | undefined;

  /** False from too many shares in a row that were not taken until one is, or until it may be tried again. */
  takes(now: number): boolean {
    return this.#pausedUntil === undefined || now >= this.#pausedUntil;
  }

  /** It has accepted a share. */
  accept(): void {
    this.#begin();
    this.#pauses = 0;
    this.#pausedUntil = undefined;
  }

  /**
   * It has refused a share of a client address, or not answered it, which is not its miner's fault. Answers for how long it counts as one that
   * takes none, ms, where it does from now on.
   */
  refuse(owner: string, isAlone: boolean, now: number): number | undefined {
    if (!this.takes(now)) return undefined;
    const ofOne = (this.#byOwner.get(owner) ?? 0) + 1;
    if (ofOne > untakenOfOneMax && !isAlone) return undefined;
    this.#byOwner.set(owner, ofOne);
    this.#untaken += 1;
    if (this.#untaken < untakenMax) return undefined;
    const pause = Math.min(pauseMsMax, pauseMs * 2 ** this.#pauses);
    this.#begin();
    this.#pauses += 1;
    this.#pausedUntil = now + pause;
    return pause;
  }

  #begin(): void {
    this.#untaken = 0;
    this.#byOwner.clear();
  }
}
