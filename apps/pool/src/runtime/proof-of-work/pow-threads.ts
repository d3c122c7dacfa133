import type { Worker } from 'node:worker_threads';
import { MeanCost } from './mean-cost.ts';
import { busy, type VerifierCapacity } from './pow-verifier.ts';
import { type Standing, VerifierQueue } from './verifier-queue.ts';

/** What is used of a thread. */
export type PowThread = Pick<Worker, 'on' | 'postMessage' | 'terminate' | 'unref'>;

export interface PowThreadsOptions {
  /**
   * Starts a thread for all inputs of one key: what it builds for them, such as the cache of an epoch, it keeps as long as it lives.
   *
   * @param shared a little memory for the threads of this key together, zero at first
   */
  start(key: string, shared: SharedArrayBuffer): PowThread;
  /** How many at most for one key. Another one starts while many shares wait. */
  readonly threadsMax: number;
  /** Keys that have threads at the same time; the one that was used longest ago ends for a new one. */
  readonly keysMax?: number;
  /** Shares that wait at most for the threads of one key. */
  readonly waitingMax?: number;
  /** A key that has had no share for this long gives its memory back. */
  readonly idleMs?: number;
}

export interface PowRequest {
  readonly id: number;
  readonly input: unknown;
}

/** Asks a thread to give back what it holds, and to end. */
export const lastRequest = 'end';

export type PowAnswer =
  /** `ms`: what it took; undefined where that says nothing of the next ones: it was given at a glance, or was the first of its thread. */
  | { readonly id: number; readonly verdict: unknown; readonly ms: number | undefined }
  | { readonly id: number; readonly fault: string };

interface Entry {
  readonly input: unknown;
  resolve(verdict: unknown): void;
  reject(error: Error): void;
}

interface RunningThread {
  readonly thread: PowThread;
  /** What it has been given and has not answered. */
  readonly given: Map<number, GivenEntry>;
}

interface GivenEntry {
  readonly entry: Entry;
  readonly isTrusted: boolean;
}

interface Group {
  readonly key: string;
  readonly shared: SharedArrayBuffer;
  readonly queue: VerifierQueue<Entry>;
  readonly threads: Set<RunningThread>;
  idle: NodeJS.Timeout | undefined;
}

const sharedBytes = 64;
/** One more than a thread works on, so that it has the next at hand. */
const givenMax = 2;
/** The number of shares that wait for each thread before another one starts. */
const waitingPerThread = 16;

/**
 * Threads that calculate one proof of work: each key (an epoch, or one for all) has threads, and a line of its own (`VerifierQueue`).
 * A thread that ends with a fault fails the shares that it had; the next share starts another one.
 */
export class PowThreads {
  readonly #options: Required<PowThreadsOptions>;
  /** The one that was used last is the last. */
  readonly #groups = new Map<string, Group>();
  readonly #cost = new MeanCost();
  #lastId = 0;
  #isClosed = false;

  constructor({ keysMax = 3, waitingMax = 2048, idleMs = 600_000, ...options }: PowThreadsOptions) {
    this.#options = { ...options, keysMax, waitingMax, idleMs, start: options.start.bind(options) };
  }

  get waiting(): number {
    let waiting = 0;
    for (const { queue } of this.#groups.values()) waiting += queue.size;
    return waiting;
  }

  /** Undefined before the first share. */
  get capacity(): VerifierCapacity | undefined {
    const { ms } = this.#cost;
    return ms === undefined ? undefined : { msPerShare: ms, threads: this.#options.threadsMax };
  }

  /** Rejects where the thread fails; answers `busy` for a share that had to make room. */
  verify(key: string, input: unknown, owner: string, standing?: Standing): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new Error('the pool closes'));
    const group = this.#use(key);
    return new Promise((resolve, reject) => {
      group.queue.add(owner, { input, resolve, reject }, standing)?.resolve(busy);
      this.#feed(group);
    });
  }

  /** Starts the first thread of a key, which begins with what it has to build. */
  prepare(key: string): void {
    if (this.#isClosed) return;
    const group = this.#use(key);
    if (group.threads.size === 0) this.#start(group);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#groups.values()].map((group) => this.#end(group)));
  }

  #use(key: string): Group {
    const group = this.#groups.get(key) ?? {
      key,
      shared: new SharedArrayBuffer(sharedBytes),
      queue: new VerifierQueue<Entry>(this.#options.waitingMax),
      threads: new Set(),
      idle: undefined,
    };
    this.#groups.delete(key);
    this.#groups.set(key, group);
    clearTimeout(group.idle);
    group.idle = setTimeout(() => void this.#end(group), this.#options.idleMs);
    group.idle.unref();
    for (const other of this.#groups.values()) {
      if (this.#groups.size <= this.#options.keysMax) break;
      void this.#end(other);
    }
    return group;
  }

  #feed(group: Group): void {
    const { queue, threads } = group;
    if (threads.size === 0) this.#start(group);
    for (const running of threads) {
      while (running.given.size < givenMax) {
        // One at most is not trusted: who is trusted waits for no second one.
        const next = queue.next([...running.given.values()].every(({ isTrusted }) => isTrusted));
        if (next === undefined) break;
        this.#lastId += 1;
        running.given.set(this.#lastId, next);
        running.thread.postMessage({ id: this.#lastId, input: next.entry.input } satisfies PowRequest);
      }
    }
    if (queue.size > waitingPerThread * threads.size && threads.size < this.#options.threadsMax) {
      this.#start(group);
      this.#feed(group);
    }
  }

  #start(group: Group): void {
    const running: RunningThread = { thread: this.#options.start(group.key, group.shared), given: new Map() };
    group.threads.add(running);
    const { thread, given } = running;
    // Its miners keep the process alive, not their verifier.
    thread.unref();
    thread.on('message', (answer: PowAnswer) => {
      const entry = given.get(answer.id)?.entry;
      given.delete(answer.id);
      if ('fault' in answer) entry?.reject(new Error(answer.fault));
      else {
        if (answer.ms !== undefined) this.#cost.add(answer.ms);
        entry?.resolve(answer.verdict);
      }
      this.#feed(group);
    });
    const lose = (error: Error): void => {
      if (!group.threads.delete(running)) return;
      for (const { entry } of given.values()) entry.reject(error);
      if (group.queue.size > 0 && !this.#isClosed) this.#feed(group);
    };
    thread.on('error', lose);
    thread.on('exit', () => lose(new Error('a thread that verifies proofs of work ended')));
  }

  /** Fails what still waits: shares of a key that is given up are of jobs that are long over. */
  async #end(group: Group): Promise<void> {
    clearTimeout(group.idle);
    this.#groups.delete(group.key);
    const threads = [...group.threads];
    group.threads.clear();
    const error = new Error('the threads of this proof of work were closed');
    for (let next = group.queue.next(); next !== undefined; next = group.queue.next())
      next.entry.reject(error);
    for (const { given } of threads) for (const { entry } of given.values()) entry.reject(error);
    await Promise.all(threads.map(({ thread }) => thread.terminate()));
  }
}
