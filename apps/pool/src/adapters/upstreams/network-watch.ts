import { workOfTarget } from '@openlode/stratum/core/difficulty';
import type { UpstreamJob } from '@openlode/stratum/upstream/client-dialect';

/** Networks do not become this many times harder or easier within minutes; lines that a stranger puts in do. */
const factor = 4n;
/** What is said for this long is so. */
const provenMs = 600_000;

/**
 * What a block of an upstream's network takes, by what its jobs say: the work of miners is weighed by it, so that one line must not make the
 * work of a minute worth as much as that of a month.
 */
export class NetworkWatch {
  #known: bigint | undefined;
  /** Since when it counts. */
  #knownAt = 0;
  /** Another one that was said, and since when, without a break. */
  #other: { readonly work: bigint; readonly since: number } | undefined;

  /** Of a job: expected hashes for one block, by a clock in ms. False where they have jumped: such a job is not to be given. */
  mayBe(work: bigint, now: number): boolean {
    if (this.#known === undefined || isNear(this.#known, work)) {
      // Replaced every ten minutes at most: steps that are each near the one before would lead it anywhere.
      if (this.#known === undefined || now - this.#knownAt >= provenMs) this.#take(work, now);
      this.#other = undefined;
      return true;
    }
    if (this.#other === undefined || !isNear(this.#other.work, work)) this.#other = { work, since: now };
    if (now - this.#other.since < provenMs) return false;
    this.#take(work, now);
    return true;
  }

  #take(work: bigint, now: number): void {
    this.#known = work;
    this.#knownAt = now;
    this.#other = undefined;
  }
}

function isNear(one: bigint, other: bigint): boolean {
  return one < factor * other && other < factor * one;
}

/**
 * Expected hashes for a block of the network of a job, by the job or else by our own nodes. One that nothing says, or that every hash would be a block
 * of, is the easiest there is.
 */
export function workOfBlock(
  { networkTarget }: Pick<UpstreamJob, 'networkTarget'>,
  byNodes: (() => bigint | undefined) | undefined,
): bigint {
  return (networkTarget === undefined ? byNodes?.() : workOfTarget(networkTarget)) ?? 1n;
}
