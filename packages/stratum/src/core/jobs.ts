import { atMost53Bits, type DifficultyScale, targetBytes, targetOfWork } from './difficulty.ts';
import { ShareMemory } from './duplicates.ts';

/** How many jobs of the same block stay open; shares for older ones are stale. */
export const openJobsMax = 8;

const targetsMax = 1024;

/** What every job has, whatever its family. */
export interface JobFacts {
  readonly id: string;
  /** Name of the chain that the block would extend. */
  readonly chain: string;
  readonly height: number;
  readonly networkTarget: bigint;
  /** Expected hashes for one block. */
  readonly networkWork: bigint;
  /** True when work on earlier jobs cannot become a block any more. */
  readonly clean: boolean;
}

/** A job that takes shares. */
export interface OpenJob<Job extends JobFacts = JobFacts> {
  readonly job: Job;
  /** Jobs are numbered in the order in which they were handed out. */
  readonly number: number;
  readonly networkTarget: Uint8Array;
  /** The most work that one share of this job may stand for: a share harder than a block would hide blocks. */
  readonly shareWorkMax: bigint;
  /** No share fits two jobs, and a job that was closed is never opened again. */
  readonly accepted: ShareMemory;
}

/** What a family of algorithms makes of the work of its chains. */
export interface JobFamily<Parts, Job extends JobFacts, Opened extends OpenJob> {
  /** Makes a job of a template, with an id and content that no other job has. Without it there are ready-made jobs only. */
  stamp?(parts: Parts): Job;
  /** Adds what sessions need of an open job: its line, buffers for its shares. */
  prepare(opened: OpenJob<Job>): Opened;
}

export interface JobRegistryOptions {
  /** Accepted shares remembered for one job. */
  readonly sharesMax?: number | undefined;
  /** The current job has taken half of `sharesMax`: the time for the next one. Must not change the registry at once. */
  readonly onHalfFull?: (() => void) | undefined;
}

/** The open jobs as sessions see them. */
export type OpenJobs<Opened extends OpenJob> = Pick<
  JobRegistry<never, never, Opened>,
  'find' | 'current' | 'oldestNumber' | 'nextNumber' | 'targetOf' | 'openPrivate' | 'asNow'
>;

/** The jobs of one algorithm, shared by all its sessions. */
export class JobRegistry<Parts, Job extends JobFacts & Parts, Opened extends OpenJob> {
  readonly #open = new Map<string, Opened>();
  readonly #family: JobFamily<Parts, Job, Opened>;
  readonly #options: JobRegistryOptions;
  readonly #targets = new Map<bigint, Uint8Array>();
  #current: Opened | undefined;
  /** What the current job was made of. */
  #parts: Parts | undefined;
  #nextNumber = 1;
  #seen: OpenJobs<Opened> | undefined;

  constructor(family: JobFamily<Parts, Job, Opened>, options: JobRegistryOptions = {}) {
    this.#family = family;
    this.#options = options;
  }

  /** Opens a job of its own content and id, made of a template. A clean one closes all others. */
  open(parts: Parts): Opened {
    const job = this.#family.stamp?.(parts);
    if (job === undefined) throw new Error('this registry of jobs has no stamper');
    return this.#add(job, parts);
  }

  /** Opens a ready-made job. Its content must differ from that of every job that was open before. */
  add(job: Job): Opened {
    return this.#add(job, job);
  }

  /**
   * A job like the current one, for one session alone: with content that was sent to no one yet, so that any difficulty can
   * be fixed for it. It is open as long as the current one. Undefined where there is no job, or no stamper.
   */
  openPrivate(): Opened | undefined {
    if (this.#parts === undefined || this.#current === undefined) return undefined;
    const job = this.#family.stamp?.(this.#parts);
    return job && this.#prepare(job, this.#current.number);
  }

  /** Closes every job: there is no work until the next one opens. */
  withdraw(): void {
    this.#seen = undefined;
    this.#open.clear();
    this.#current = undefined;
    this.#parts = undefined;
  }

  #add(job: Job, parts: Parts): Opened {
    this.#seen = undefined;
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

  #prepare(job: Job, number: number): Opened {
    const { sharesMax, onHalfFull } = this.#options;
    return this.#family.prepare({
      job,
      number,
      networkTarget: targetBytes(job.networkTarget),
      shareWorkMax: atMost53Bits(job.networkWork),
      accepted: new ShareMemory(sharesMax, onHalfFull),
    });
  }

  find(id: string): Opened | undefined {
    return this.#open.get(id);
  }

  get current(): Opened | undefined {
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

  /** The jobs that are open now, whatever opens and closes later. One for all that ask before the next job. */
  asNow(): OpenJobs<Opened> {
    return (this.#seen ??= this.#see());
  }

  #see(): OpenJobs<Opened> {
    const open = new Map(this.#open);
    const { current, oldestNumber, nextNumber } = this;
    const seen: OpenJobs<Opened> = {
      current,
      oldestNumber,
      nextNumber,
      find: (id) => open.get(id),
      targetOf: (work, scale) => this.targetOf(work, scale),
      openPrivate: () => undefined,
      asNow: () => seen,
    };
    return seen;
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

/** The jobs of a family whose sessions need nothing more of an open one. */
export type PlainJobs<Parts, Job extends JobFacts> = JobRegistry<Parts, Job & Parts, OpenJob<Job & Parts>>;

/** Opens them; `stamp` makes content that no other job has, for each session gets its own. */
export function plainJobs<Parts, Job extends JobFacts>(
  stamp: (parts: Parts) => Job & Parts,
  options: JobRegistryOptions = {},
): PlainJobs<Parts, Job> {
  return new JobRegistry({ stamp, prepare: (opened: OpenJob<Job & Parts>) => opened }, options);
}
