interface Counter {
  spent: number;
  readonly since: number;
}

export interface Spent {
  /** What the key has spent in its current window, this time included. */
  readonly current: number;
  /** When its next window begins. */
  readonly leftMs: number;
}

/**
 * Sums what each key spends within a window of time, which begins with the first that it spends. Times are arguments, in ms, and never go
 * back. Counters stand in the order in which their windows began, so that those that are over are found at the front.
 */
export class WindowCounts {
  readonly #counters = new Map<string, Counter>();
  readonly #windowMs: number;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** How many keys have a counter. */
  get size(): number {
    return this.#counters.size;
  }

  has(key: string): boolean {
    return this.#counters.has(key);
  }

  spend(key: string, now: number, cost = 1): Spent {
    let counter = this.#current(key, now);
    if (counter === undefined) {
      this.#counters.delete(key);
      counter = { spent: 0, since: now };
      this.#counters.set(key, counter);
    }
    counter.spent += cost;
    return { current: counter.spent, leftMs: this.#windowMs - (now - counter.since) };
  }

  /** What the key has spent in its current window. */
  spent(key: string, now: number): number {
    return this.#current(key, now)?.spent ?? 0;
  }

  /** Forgets counters from the oldest on: those whose window is over, and all beyond `sizeMax`. */
  forget(now: number, sizeMax = Number.POSITIVE_INFINITY): void {
    for (const [key, { since }] of this.#counters) {
      if (now - since < this.#windowMs && this.#counters.size <= sizeMax) return;
      this.#counters.delete(key);
    }
  }

  #current(key: string, now: number): Counter | undefined {
    const counter = this.#counters.get(key);
    return counter !== undefined && now - counter.since < this.#windowMs ? counter : undefined;
  }
}
