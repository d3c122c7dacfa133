/** Calls of one source in its current minute. */
export interface CallCount {
  current: number;
  since: number;
}

export const callWindowMs = 60_000;

/** Sources that are counted at once; beyond it the one that was seen first is forgotten. */
const sourcesMax = 20_000;

/** Counts the calls of each source by the minute, for every way in which a call can be answered. */
export class CallCounts {
  readonly #counts = new Map<string, CallCount>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Counts one call more. `leftMs` is when the source's next minute begins. */
  add(source: string): { readonly current: number; readonly leftMs: number } {
    const now = this.#now();
    let count = this.#counts.get(source);
    if (count === undefined) {
      count = { current: 0, since: now };
      this.#counts.set(source, count);
      if (this.#counts.size > sourcesMax) this.#forgetFirst();
    } else if (now - count.since >= callWindowMs) {
      count.current = 0;
      count.since = now;
    }
    count.current += 1;
    return { current: count.current, leftMs: callWindowMs - (now - count.since) };
  }

  #forgetFirst(): void {
    for (const source of this.#counts.keys()) {
      this.#counts.delete(source);
      return;
    }
  }
}
