import { callRegion, callSource, widerNetworks } from './call-source.ts';

/** Whom calls are counted for. Made once for a connection, because every call of it is counted. */
export interface Caller {
  readonly address: string;
  readonly source: string;
}

const callWindowMs = 60_000;

/** Counters kept at once, about 10 MB. */
const countersMax = 100_000;
const sweepEveryMs = 1000;

interface Counter {
  spent: number;
  since: number;
}

export interface Spent {
  /** What the caller has spent of its budget in its current minute, this call included. */
  readonly current: number;
  /** When its next minute begins. */
  readonly leftMs: number;
}

/**
 * Counts what the calls of each source cost, by the minute, for every way in which a call can be answered. A counter is kept
 * until its minute is over. While the table is full, further sources share one counter for their region (a /16): an attacker with
 * many addresses can neither free itself nor another from what was counted.
 */
export class CallCounts {
  readonly #counters = new Map<string, Counter>();
  readonly #regions = new Map<string, Counter>();
  readonly #now: () => number;
  readonly #max: number;
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number = () => performance.now(), max: number = countersMax) {
    this.#now = now;
    this.#max = max;
  }

  /** Counts one call more. Calls of an IPv6 /56 and /48 count together too, against 4 and 16 times the budget. */
  add({ address, source }: Caller, cost = 1): Spent {
    const now = this.#now();
    let tightest = this.#spend(source, address, cost, now);
    for (const { name, factor } of widerNetworks(address)) {
      const wide = this.#spend(name, address, cost, now);
      const current = Math.ceil(wide.current / factor);
      if (current > tightest.current) tightest = { current, leftMs: wide.leftMs };
    }
    return tightest;
  }

  #spend(name: string, address: string, cost: number, now: number): Spent {
    const counter = this.#counterOf(name, address, now);
    if (now - counter.since >= callWindowMs) {
      counter.spent = 0;
      counter.since = now;
    }
    counter.spent += cost;
    return { current: counter.spent, leftMs: callWindowMs - (now - counter.since) };
  }

  #counterOf(name: string, address: string, now: number): Counter {
    const known = this.#counters.get(name);
    if (known !== undefined) return known;
    if (this.#counters.size >= this.#max) this.#sweep(now);
    const isFull = this.#counters.size >= this.#max;
    const [counters, key] = isFull ? [this.#regions, callRegion(address)] : [this.#counters, name];
    const counter = counters.get(key) ?? { spent: 0, since: now };
    counters.set(key, counter);
    return counter;
  }

  /** Forgets the counters whose minute is over. Walking a full table for every call would be an attack of its own. */
  #sweep(now: number): void {
    if (now - this.#sweptAt < sweepEveryMs) return;
    this.#sweptAt = now;
    for (const [name, { since }] of this.#counters)
      if (now - since >= callWindowMs) this.#counters.delete(name);
  }
}

export function callerAt(address: string): Caller {
  return { address, source: callSource(address) };
}
