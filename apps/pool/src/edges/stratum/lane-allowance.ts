import type { ConnectionPermit } from './connection-permit.ts';

/** Lanes that a client address may take in a window without having mined: one that was taken rests until the other pool's next job. */
const lanesMax = 64;
const windowMs = 60_000;
/** An address that has mined within this long takes as many as it has connections, ms: a farm comes back at once after a power cut. */
const minedMs = 600_000;

type LaneTaker = Pick<ConnectionPermit, 'clientAddress' | 'exempt' | 'minedWithin'>;

/** Keeps client addresses that have not mined from taking all that another pool leaves to us. */
export class LaneAllowance {
  readonly #now: () => number;
  readonly #taken = new Map<string, number>();
  #from = Number.NEGATIVE_INFINITY;

  /** @param now ms that never go back */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** False for a client address that has had its part for now. */
  mayTake(taker: LaneTaker): boolean {
    return taker.exempt || this.#takenOf(taker.clientAddress) < lanesMax || taker.minedWithin(minedMs);
  }

  /** A client address has taken a lane. */
  count({ clientAddress }: LaneTaker): void {
    this.#taken.set(clientAddress, this.#takenOf(clientAddress) + 1);
  }

  #takenOf(clientAddress: string): number {
    const now = this.#now();
    if (now - this.#from >= windowMs) {
      this.#from = now;
      this.#taken.clear();
    }
    return this.#taken.get(clientAddress) ?? 0;
  }
}
