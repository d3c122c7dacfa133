import { type Spent, WindowCounts } from '../../runtime/window-counts.ts';
import { callRegion, callerAddressOf, widerNetworks } from './caller-address.ts';

/** Whom calls are counted for. Made once for a connection, because every call of it is counted. */
export interface Caller {
  readonly address: string;
  readonly clientAddress: string;
}

const callWindowMs = 60_000;

/** Counters kept at once, about 10 MB. */
const countersMax = 100_000;
/**
 * Counts what the calls of each client address cost, by the minute, for every way in which a call can be answered. A counter is kept
 * until its minute is over. While the table is full, further client addresses share one counter for their region (a /16): an attacker with
 * many addresses can neither free itself nor another from what was counted.
 */
export class CallCounts {
  readonly #counts = new WindowCounts(callWindowMs);
  readonly #regions = new WindowCounts(callWindowMs);
  readonly #now: () => number;
  readonly #max: number;

  constructor(now: () => number = () => performance.now(), max: number = countersMax) {
    this.#now = now;
    this.#max = max;
  }

  /** Counts one call more. Calls of an IPv6 /56 and /48 count together too, against 4 and 16 times the budget. */
  add({ address, clientAddress }: Caller, cost = 1): Spent {
    const now = this.#now();
    let tightest = this.#spend(clientAddress, address, cost, now);
    for (const { name, factor } of widerNetworks(address)) {
      const wide = this.#spend(name, address, cost, now);
      const current = Math.ceil(wide.current / factor);
      if (current > tightest.current) tightest = { current, leftMs: wide.leftMs };
    }
    return tightest;
  }

  #spend(name: string, address: string, cost: number, now: number): Spent {
    if (!this.#counts.has(name) && this.#counts.size >= this.#max) this.#counts.forget(now);
    const isFull = !this.#counts.has(name) && this.#counts.size >= this.#max;
    return isFull ? this.#regions.spend(callRegion(address), now, cost) : this.#counts.spend(name, now, cost);
  }
}

export function callerAt(address: string): Caller {
  return { address, clientAddress: callerAddressOf(address) };
}
