import { type Job, notifyLine } from './bitcoin/job.ts';
import { createShareRoom, type ShareRoom } from './bitcoin/share-hash.ts';
import { atMost53Bits, type DifficultyScale, targetBytes, targetOfWork } from './difficulty.ts';
import { ShareMemory } from './duplicates.ts';

/** How many jobs of the same block stay open; shares for older ones are stale. */
export const openJobsMax = 8;

const targetsMax = 1024;

/** A job that takes shares. */
export interface OpenJob {
  readonly job: Job;
  /** Jobs are numbered in the order in which they were handed out. */
  readonly number: number;
  /** The notification, written once for all miners. */
  readonly line: string;
  readonly networkTarget: Uint8Array;
  /** The most work that one share of this job may stand for: a share harder than a block would hide blocks. */
  readonly shareWorkMax: bigint;
  readonly room: ShareRoom;
  /** Shared by all jobs since the last block. */
  readonly accepted: ShareMemory;
}

/** The jobs of one algorithm, shared by all its sessions. */
export class JobBook {
  readonly #open = new Map<string, OpenJob>();
  readonly #sharesMax: number | undefined;
  readonly #targets = new Map<bigint, Uint8Array>();
  #current: OpenJob | undefined;
  #nextNumber = 1;

  constructor(sharesMax?: number) {
    this.#sharesMax = sharesMax;
  }

  /** Opens a job. A clean one closes all others. */
  add(job: Job): OpenJob {
    const previous = job.clean ? undefined : this.#current;
    if (job.clean) this.#open.clear();
    const opened: OpenJob = {
      job,
      number: this.#nextNumber++,
      line: notifyLine(job),
      networkTarget: targetBytes(job.networkTarget),
      shareWorkMax: atMost53Bits(job.networkWork),
      room: createShareRoom(job),
      accepted: previous?.accepted ?? new ShareMemory(this.#sharesMax),
    };
    this.#open.set(job.id, opened);
    this.#current = opened;
    for (const id of this.#open.keys()) {
      if (this.#open.size <= openJobsMax) break;
      this.#open.delete(id);
    }
    return opened;
  }

  find(id: string): OpenJob | undefined {
    return this.#open.get(id);
  }

  get current(): OpenJob | undefined {
    return this.#current;
  }

  /** The number of the oldest job that still takes shares, or of the next one when there is none. */
  get oldestNumber(): number {
    for (const open of this.#open.values()) return open.number;
    return this.#nextNumber;
  }

  get nextNumber(): number {
    return this.#nextNumber;
  }

  /** The target of a share's work on the algorithm's one scale. Thousands of sessions share few of them. */
  targetOf(work: bigint, scale: DifficultyScale): Uint8Array {
    let target = this.#targets.get(work);
    if (target === undefined) {
      target = targetBytes(targetOfWork(work, scale));
      if (this.#targets.size >= targetsMax) this.#targets.clear();
      this.#targets.set(work, target);
    }
    return target;
  }
}
