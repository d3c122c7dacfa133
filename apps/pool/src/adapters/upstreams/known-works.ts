/** Miners have few targets at one time. */
const knownMax = 1024;

/** The work of targets: a division of 256 bits for each share would cost as much as its hash. */
export class KnownWorks {
  readonly #known = new Map<bigint, bigint>();

  of(target: bigint): bigint {
    const known = this.#known.get(target);
    if (known !== undefined) return known;
    const work = nearestWork(target);
    if (this.#known.size >= knownMax) this.#known.clear();
    this.#known.set(target, work);
    return work;
  }
}

const hashRange = 1n << 256n;

/** The target of a work is rounded down, so that a share of two hashes would stand for one were this rounded down as well. */
function nearestWork(target: bigint): bigint {
  return (2n * hashRange + target + 1n) / (2n * (target + 1n));
}
