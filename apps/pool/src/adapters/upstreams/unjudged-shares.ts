/** Refusals of a client address, each set off by a share that was accepted, after which it is given no lane. */
const refusalsMax = 16;
/** Shares of it that wait for the upstream's word, beside as many as that has accepted: false ones come all at once. */
const waitingMax = 16;
/** It may come again after this long without a refusal, ms. */
const restMs = 600_000;
/** Addresses that are remembered; the oldest is forgotten first. */
const ownersMax = 65_536;

interface OfOwner {
  refused: number;
  accepted: number;
  waiting: number;
  /** Of its last refusal, ms. */
  refusedAt: number;
}

/**
 * Shares that nothing here has judged, by the client address of their miner, over all connections to one upstream: it comes again with
 * another lane, and a pool shuts out all of us for a few false ones. Late shares are no refusals. Times are ms that never go back.
 */
export class UnjudgedShares {
  readonly #byOwner = new Map<string, OfOwner>();

  mayWait(owner: string, now: number): boolean {
    const known = this.#byOwner.get(owner);
    return known === undefined || (!this.isShut(owner, now) && known.waiting < waitingMax + known.accepted);
  }

  wait(owner: string): void {
    this.#of(owner).waiting += 1;
  }

  /** One that waited has its answer, or none. */
  settle(owner: string, as: 'accepted' | 'refused' | 'neither', now: number): void {
    const known = this.#of(owner);
    known.waiting = Math.max(0, known.waiting - 1);
    if (as === 'accepted') {
      known.accepted += 1;
      known.refused = Math.max(0, known.refused - 1);
    } else if (as === 'refused') {
      if (now - known.refusedAt >= restMs) known.refused = 0;
      known.accepted = 0;
      known.refused += 1;
      known.refusedAt = now;
    }
  }

  /** Whether an address is given no lane, and none of its shares is sent. */
  isShut(owner: string, now: number): boolean {
    const known = this.#byOwner.get(owner);
    return known !== undefined && known.refused >= refusalsMax && now - known.refusedAt < restMs;
  }

  #of(owner: string): OfOwner {
    const known = this.#byOwner.get(owner) ?? {
      refused: 0,
      accepted: 0,
      waiting: 0,
      refusedAt: Number.NEGATIVE_INFINITY,
    };
    this.#byOwner.delete(owner);
    this.#byOwner.set(owner, known);
    for (const oldest of this.#byOwner.keys()) {
      if (this.#byOwner.size <= ownersMax) break;
      this.#byOwner.delete(oldest);
    }
    return known;
  }
}
