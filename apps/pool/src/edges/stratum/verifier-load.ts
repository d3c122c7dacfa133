import { capacityPace } from '@openlode/stratum/core/capacity-pace';
import type { PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';

/** Who shares the verifier of an algorithm, on all its ports: the connections whose shares are trusted. */
export class VerifierLoad {
  readonly #verifier: Pick<PowVerifier, 'capacity'>;
  readonly #connections = new Set<object>();

  constructor(verifier: Pick<PowVerifier, 'capacity'>) {
    this.#verifier = verifier;
  }

  enter(connection: object): void {
    this.#connections.add(connection);
  }

  leave(connection: object): void {
    this.#connections.delete(connection);
  }

  /** Seconds between two shares of a connection that the verifier has time for; 0 where that is not known. */
  get paceMin(): number {
    const capacity = this.#verifier.capacity?.();
    return capacity === undefined ? 0 : capacityPace({ ...capacity, sessions: this.#connections.size });
  }
}
