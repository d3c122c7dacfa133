import { capacityPace } from '@openlode/stratum/core/capacity-pace';
import type { PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';

/** How long after its last share a connection has a part, in ms: five times the slowest pace that is asked of one. */
const partMs = 600_000;

/**
 * Who shares the verifier of an algorithm, on all its ports: the connections whose shares are trusted, and that sent one lately. One
 * accepted share on each of many connections that then only stay open must not slow all others down.
 */
export class VerifierLoad {
  readonly #verifier: Pick<PowVerifier, 'capacity'>;
  /** When each sent its last share, in ms; the oldest first. */
  readonly #minedAt = new Map<object, number>();

  constructor(verifier: Pick<PowVerifier, 'capacity'>) {
    this.#verifier = verifier;
  }

  /** At each share of a connection that is trusted. */
  enter(connection: object, now: number): void {
    this.#minedAt.delete(connection);
    this.#minedAt.set(connection, now);
  }

  leave(connection: object): void {
    this.#minedAt.delete(connection);
  }

  /** Seconds between two shares of a connection that the verifier has time for; 0 where that is not known. */
  paceMin(now: number): number {
    for (const [connection, minedAt] of this.#minedAt) {
      if (now - minedAt <= partMs) break;
      this.#minedAt.delete(connection);
    }
    const capacity = this.#verifier.capacity?.();
    return capacity === undefined ? 0 : capacityPace({ ...capacity, sessions: this.#minedAt.size });
  }
}
