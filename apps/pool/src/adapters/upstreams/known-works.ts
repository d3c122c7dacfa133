import { workOfTarget } from '@openlode/stratum/core/difficulty';

/** Miners have few targets at one time. */
const knownMax = 1024;

/** The work of targets: a division of 256 bits for each share would cost as much as its hash. */
export class KnownWorks {
  readonly #known = new Map<bigint, bigint>();

  of(target: bigint): bigint {
    const known = this.#known.get(target);
    if (known !== undefined) return known;
    const work = workOfTarget(target);
    if (this.#known.size >= knownMax) this.#known.clear();
    this.#known.set(target, work);
    return work;
  }
}
