import { type Job, type JobParts, notifyLine } from '../dialects/bitcoin/job.ts';
import { createShareScratch, type ShareScratch } from '../dialects/bitcoin/share-hash.ts';
import { atMost53Bits, type DifficultyScale, targetBytes, targetOfWork } from './difficulty.ts';
import { ShareMemory } from './duplicates.ts';
import type { JobStamper } from '../dialects/bitcoin/job-stamper.ts';

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
  readonly scratch: ShareScratch;
  /** The job's own: no share fits two jobs, and a job that was closed is never opened again. */
  readonly accepted: ShareMemory;
}

export interface JobRegistryOptions {
  /** Makes jobs of templates; without it the registry takes ready-made jobs only. */
  readonly stamper?: Pick<JobStamper, 'stamp'>;
  /** Accepted shares remembered for one job. */
  readonly sharesMax?: number;
  /** The current job has taken half of `sharesMax`: the time for the next one. Must not change the registry at once. */
  readonly onHalfFull?: () => void;
}

/** The jobs of one algorithm, shared by all its sessions. */
export class JobRegistry {
  readonly #open = new Map<string, OpenJob>();
  readonly #options: JobRegistryOptions;
  readonly #targets = new Map<bigint, Uint8Array>();
  #current: OpenJob | undefined;
  /** What the current job was made of. */
  #parts: JobParts | undefined;
  #nextNumber = 1;

  constructor(options: JobRegistryOptions = {}) {
    this.#options = options;
  }

  /** Opens a job of its own content and id, made of a template. A clean one closes all others. */
  open(parts: JobParts): OpenJob {
    const { stamper } = this.#options;
    if (stamper === undefined) throw new Error('this registry of jobs has no stamper');
    return this.#add(stamper.stamp(parts), parts);
  }

  /** Opens a ready-made job. Its content must differ from that of every job that was open before. */
  add(job: Job): OpenJob {
    return this.#add(job, job);
  }

  /**
   * A job like the current one, for one session alone: with content that was sent to no one yet, so that any difficulty can
   * be fixed for it. It is open as long as the current one. Undefined where there is no job, or no stamper.
   */
  openPrivate(): OpenJob | undefined {
    const { stamper } = this.#options;
    if (stamper === undefined || this.#parts === undefined || this.#current === undefined) return undefined;
    return this.#prepare(stamper.stamp(this.#parts), this.#current.number);
  }

  #add(job: Job, parts: JobParts): OpenJob {
    if (job.clean) this.#open.clear();
    const opened = this.#prepare(job, this.#nextNumber++);
    this.#open.set(job.id, opened);
    this.#current = opened;
    this.#parts = parts;
    for (const id of this.#open.keys()) {
      if (this.#open.size <= openJobsMax) break;
      this.#open.delete(id);
    }
    return opened;
  }

  #prepare(job: Job, number: number): OpenJob {
    const { sharesMax, onHalfFull } = this.#options;
    return {
      job,
      number,
      line: notifyLine(job),
      networkTarget: targetBytes(job.networkTarget),
      shareWorkMax: atMost53Bits(job.networkWork),
      scratch: createShareScratch(job),
      accepted: new ShareMemory(sharesMax, onHalfFull),
    };
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
