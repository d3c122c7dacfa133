import { WindowCounts } from '../../runtime/window-counts.ts';
import type { ConnectionPermit } from './connection-permit.ts';

/** Lanes that a client address may take in a window: one that was taken, and given back, rests until the other pool's next job. */
const lanesMax = 64;
/** Of one that mines: more than it may have connections, so that a farm comes back at once after a power cut. */
const minersLanesMax = 320;
const windowMs = 60_000;
/** An address that had a share accepted within this long mines, ms. */
const minedMs = 600_000;

type LaneTaker = Pick<ConnectionPermit, 'clientAddress' | 'exempt' | 'minedWithin'>;

/** Keeps client addresses from taking all that another pool leaves to us. */
export class LaneAllowance {
  readonly #now: () => number;
  readonly #taken = new WindowCounts(windowMs);

  /** @param now ms that never go back */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** False for a client address that has had its part for now. */
  mayTake(taker: LaneTaker): boolean {
    if (taker.exempt) return true;
    const taken = this.#taken.spent(taker.clientAddress, this.#now());
    return taken < lanesMax || (taken < minersLanesMax && taker.minedWithin(minedMs));
  }

  /** A client address has taken a lane. */
  count({ clientAddress }: LaneTaker): void {
    const now = this.#now();
    this.#taken.forget(now);
    this.#taken.spend(clientAddress, now);
  }
}
