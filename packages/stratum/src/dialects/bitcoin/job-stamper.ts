import { createJob, type Job, type JobParts } from './job.ts';
import { hexOfBytes } from '../../wire/hex.ts';

/** Bytes of the coinbase, in front of extranonce1, that no two jobs have in common. */
export const jobSaltBytes = 16;

/** A source of unpredictable bytes. */
export type RandomBytes = (count: number) => Uint8Array;

const runIdBytes = 4;

/**
 * Gives each job an id and a salt. The id is unique across processes and restarts: a random run id and a counter. The
 * salt makes the content of each job unique and, before the job is sent, unpredictable: no share fits two jobs, and no
 * share of a job can be searched for before the difficulty of that job is fixed.
 */
export class JobStamper {
  readonly #random: RandomBytes;
  readonly #runId: string;
  #count = 0;

  constructor(random: RandomBytes) {
    this.#random = random;
    this.#runId = hexOfBytes(random(runIdBytes));
  }

  /** The coinbase of `parts` must have `jobSaltBytes` spare bytes behind its prefix. */
  stamp(parts: JobParts): Job {
    this.#count += 1;
    const { coinbasePrefix } = parts;
    const salted = new Uint8Array(coinbasePrefix.length + jobSaltBytes);
    salted.set(coinbasePrefix);
    salted.set(this.#random(jobSaltBytes), coinbasePrefix.length);
    return createJob(`${this.#runId}${this.#count.toString(16)}`, { ...parts, coinbasePrefix: salted });
  }
}
