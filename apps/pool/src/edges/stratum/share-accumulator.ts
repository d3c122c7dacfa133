import type { Login } from '@openlode/mining/user-string';
import type { Logger } from 'pino';
import type { CountedReject, WorkBatch } from '../../domain/kernel/work-batch.ts';
import { crashPoint } from '../../domain/kernel/crash-point.ts';
import { type BatchGroup, BatchQueue, groupBatchesMax, groupSharesMax } from './batch-queue.ts';
import { BatchTimer } from './batch-timer.ts';
import { createFaultLog } from './fault-log.ts';
import { FlushWaiters } from './flush-waiters.ts';
import { LogWriter } from './log-writer.ts';
import { OpenBatches, type RelayedOf } from './open-batches.ts';
import { recordAfterMs } from './recording-pace.ts';
import type { LeftBatch } from './left-shares.ts';
import type { ShareLog } from './share-log.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';

export interface ShareAccumulatorOptions {
  readonly algorithm: string;
  /** Records all of the batches or none. Called one call at a time, in order, and with the same batches until it resolves. */
  record(batches: readonly WorkBatch[]): Promise<void>;
  newId(): string;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Holds batches on disk until they are recorded, across a crash if need be. Closed by the caller, after the accumulator. */
  readonly writeAheadLog?: Pick<WriteAheadLog, 'append' | 'peek' | 'drop' | 'waiting'>;
  /** Has each share before it is acknowledged, until its batch is recorded or in the write-ahead log. Closed by the caller, after the accumulator. */
  readonly shareLog?: Pick<ShareLog, 'add' | 'write' | 'onSafe' | 'refuses' | 'keeps'>;
  /** What a killed process left there. */
  readonly left?: readonly LeftBatch[];
  /** How long a closed batch may wait in memory alone, where no share log keeps it. */
  readonly logAfterMs?: number;
  /**
   * A batch collects for this time, or until it has this many shares, whichever comes first. Where the share log keeps them it goes on until it can
   * be recorded: a line costs the same however many shares it has.
   */
  readonly batchMs?: number;
  readonly batchShares?: number;
  readonly unrecordedMax?: number;
  readonly retryMs?: { readonly first: number; readonly max: number };
  readonly closeWithinMs?: number;
}

/** Batches that may wait before rejects are no longer counted. */
const rejectQueueMax = 200;

/** Takes accepted shares of one algorithm from the sessions to the database: sums them, batches them, and keeps them until recorded. */
export class ShareAccumulator {
  readonly #options: ShareAccumulatorOptions;
  readonly #batchShares: number;
  readonly #unrecordedMax: number;
  readonly #retryMs: { readonly first: number; readonly max: number };
  readonly #open: OpenBatches;
  readonly #timer: BatchTimer;
  readonly #queue: BatchQueue;
  readonly #writer: LogWriter | undefined;
  readonly #waiters = new FlushWaiters();
  #lastClosed: string | undefined;
  #isRecording = false;
  #isClosed = false;
  #endRetryWait: (() => void) | undefined;
  #endPause: (() => void) | undefined;
  #nextRecordingAt = 0;

  constructor(options: ShareAccumulatorOptions) {
    const { batchShares = 500, unrecordedMax = 200_000, retryMs = { first: 250, max: 5000 } } = options;
    this.#options = options;
    this.#batchShares = batchShares;
    this.#unrecordedMax = unrecordedMax;
    this.#retryMs = retryMs;
    this.#open = new OpenBatches(() => options.newId());
    this.#timer = new BatchTimer({
      collectMs: options.batchMs ?? 250,
      mayGoOn: () => this.#isKept,
      onDue: () => this.#startRecording(),
      onOver: () => this.#closeBatch(),
    });
    const { writeAheadLog, log, shareLog, left = [] } = options;
    const waiting = writeAheadLog?.waiting();
    this.#queue = new BatchQueue(waiting?.batches ?? 0);
    if (writeAheadLog !== undefined) {
      this.#writer = new LogWriter(this.#queue, {
        writeAheadLog,
        log,
        logAfterMs: options.logAfterMs ?? 400,
        isKept: () => this.#isKept,
        retryMs: this.#retryMs.first,
        sharesMax: this.#batchShares,
        onLogged: (batches) => {
          shareLog?.onSafe(batches.map(({ id }) => id));
          this.#startRecording();
        },
      });
    }
    for (const { batch, shares, firstAt } of left)
      this.#queue.push(batch, { shares, firstAt, closedAt: performance.now() });
    if (this.#queue.isEmpty) return;
    log.warn({ ...waiting, shares: this.unrecorded() }, 'an earlier process left work on the disk');
    this.#startRecording();
    this.#writer?.protect();
  }

  /** Sets the source of all work of a login, in the form of `sourceKey`. */
  setSource(login: Login, source: string): void {
    this.#open.setSource(login, source);
  }

  /** Adds one accepted share: its work in expected hashes, its time in ms, and whose work it was where another pool gave it. */
  add(login: Login, work: bigint, at: number, relayed?: RelayedOf): void {
    const id = this.#open.add(login, work, at, relayed);
    this.#options.shareLog?.add({ id, relayed: relayed?.() }, login, this.#open, work, at);
    if (this.#open.shares >= (this.#isKept ? groupSharesMax : this.#batchShares)) this.#closeBatch();
    else this.#timer.start();
  }

  /** To be called before answers leave: then an acknowledged share outlives this process. */
  writeShares(): void {
    this.#options.shareLog?.write();
  }

  /** Whether that holds: false where the disk takes no share, and acknowledged ones are in memory alone until their batch is safe. */
  writesShares(): boolean {
    return this.#options.shareLog?.refuses !== true;
  }

  /** Counts one refused share. Counts are statistics: they are dropped while too much is unrecorded. */
  reject(login: Login, reason: CountedReject, at: number, relayed?: RelayedOf): void {
    if (this.#unloggedShares >= this.#unrecordedMax || this.#queue.length >= rejectQueueMax) return;
    this.#open.reject(login, reason, at, relayed);
    this.#timer.start();
  }

  /** Whether shares may be acknowledged: false while too much is unrecorded, in memory or on disk. */
  accepting(): boolean {
    return this.#unloggedShares < this.#unrecordedMax && this.#writer?.refuses !== true && !this.#isClosed;
  }

  /** Shares that were added and not recorded yet. */
  unrecorded(): number {
    return this.#unloggedShares + (this.#options.writeAheadLog?.waiting().shares ?? 0);
  }

  /** When the oldest unrecorded share was added, in ms; undefined when all are recorded. */
  oldestUnrecordedAt(): number | undefined {
    return this.#options.writeAheadLog?.waiting().oldestAt ?? this.#queue.firstAt ?? this.#open.firstAt;
  }

  /** Resolves when everything added so far is recorded; rejects when the accumulator closes before that. */
  flush(): Promise<void> {
    this.#closeBatch();
    const last = this.#lastClosed;
    if (last === undefined) return Promise.resolve();
    if (this.#isClosed)
      return Promise.reject(new Error('the share accumulator is closed and work is unrecorded'));
    const recorded = this.#waiters.waitFor(last);
    this.#endPause?.();
    return recorded;
  }

  /** Records what is left, within a time limit, and logs the rest; answers how many shares are lost. */
  async close(): Promise<number> {
    const { closeWithinMs = 10_000, log } = this.#options;
    const limit = setTimeout(() => this.#abandon(), closeWithinMs);
    try {
      await this.flush();
    } catch (error) {
      log.error({ err: error, unrecorded: this.#unloggedShares }, 'work was not recorded before the end');
    }
    clearTimeout(limit);
    this.#stopRecording();
    await this.#writer?.close();
    return this.#unloggedShares;
  }

  get #unloggedShares(): number {
    return this.#open.shares + this.#queue.unloggedShares;
  }

  get #isKept(): boolean {
    return this.#options.shareLog?.keeps === true;
  }

  #closeBatch(): void {
    this.#timer.stop();
    if (this.#open.isEmpty) return;
    for (const { content, shares, firstAt } of this.#open.take()) {
      const batch: WorkBatch = { algorithm: this.#options.algorithm, ...content };
      this.#queue.push(batch, { shares, firstAt, closedAt: performance.now() });
      this.#lastClosed = batch.id;
    }
    if (this.#queue.isFull) this.#endPause?.();
    this.#startRecording();
    this.#writer?.protect();
  }

  #startRecording(): void {
    if (!this.#isRecording && !this.#isClosed) void this.#recordAll();
  }

  /** Records the queue in groups until it is empty, oldest first. */
  async #recordAll(): Promise<void> {
    this.#isRecording = true;
    try {
      while (!this.#queue.isEmpty || this.#timer.isDue) {
        await this.#pause();
        if (this.#timer.isDue) this.#closeBatch();
        if (this.#queue.isEmpty) continue;
        const group = await this.#nextGroup();
        if (group === undefined) continue;
        const started = performance.now();
        if (!(await this.#recordWithRetries(group.batches)) || this.#isClosed) return;
        const took = performance.now() - started;
        const lines = group.batches.reduce((sum, batch) => sum + batch.lines.length, 0);
        this.#nextRecordingAt = started + recordAfterMs(took, lines);
        await this.#remove(group);
      }
      this.#writer?.onRecorded();
    } catch (error) {
      this.#options.log.error({ err: error }, 'the write-ahead log cannot be read');
      setTimeout(() => this.#startRecording(), this.#retryMs.max).unref();
    } finally {
      this.#isRecording = false;
    }
  }

  /** Groups what arrives meanwhile. Ends early for a caller of `flush`, and when a full group waits. Without a log nothing waits. */
  async #pause(): Promise<void> {
    const ms = this.#nextRecordingAt - performance.now();
    const isUrgent = !this.#waiters.isEmpty || this.#queue.isFull || this.#isClosed;
    if (this.#writer === undefined || isUrgent || ms <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#endPause = undefined;
  }

  /** Undefined where the log no longer holds what it should. */
  async #nextGroup(): Promise<BatchGroup | undefined> {
    const { writeAheadLog } = this.#options;
    const { onlyLogged } = this.#queue;
    if (writeAheadLog === undefined || onlyLogged === 0) return this.#queue.groupInMemory();
    const batches = await writeAheadLog.peek(Math.min(onlyLogged, groupBatchesMax));
    if (batches.length > 0) return this.#queue.groupOf(batches);
    await this.#writer?.idle();
    for (const id of this.#queue.forgetLogged(writeAheadLog.waiting().batches)) this.#resolveWaiters(id);
    this.#writer?.protect();
    return undefined;
  }

  async #recordWithRetries(batches: readonly WorkBatch[]): Promise<boolean> {
    const logFault = createFaultLog(this.#options.log, 'work could not be recorded');
    for (let wait = this.#retryMs.first; ; wait = Math.min(wait * 2, this.#retryMs.max)) {
      if (this.#isClosed) return false;
      try {
        await this.#options.record(batches);
        return true;
      } catch (error) {
        logFault(error, { batch: batches[0]?.id, unrecorded: this.#unloggedShares });
      }
      if (this.#isClosed) return false;
      await new Promise<void>((resolve) => {
        this.#endRetryWait = resolve;
        setTimeout(resolve, wait);
      });
    }
  }

  async #remove(group: BatchGroup): Promise<void> {
    // The queue must not change while part of it is being logged.
    await this.#writer?.idle();
    const logged = this.#queue.remove(group);
    if (logged > 0) {
      crashPoint('logged-batch-undropped');
      await this.#options.writeAheadLog?.drop(logged);
      crashPoint('logged-batch-dropped');
    }
    for (const { id } of group.batches) this.#resolveWaiters(id);
    this.#options.shareLog?.onSafe(group.batches.map(({ id }) => id));
  }

  #resolveWaiters(id: string): void {
    this.#waiters.resolve(id);
    if (this.#lastClosed === id) this.#lastClosed = undefined;
  }

  #stopRecording(): void {
    this.#isClosed = true;
    this.#endRetryWait?.();
    this.#endPause?.();
  }

  #abandon(): void {
    this.#stopRecording();
    this.#waiters.rejectAll(new Error('the share accumulator closed before work was recorded'));
  }
}
