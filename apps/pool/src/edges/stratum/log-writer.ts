import type { Logger } from 'pino';
import type { WorkBatch } from '../../domain/kernel/work-batch.ts';
import type { BatchQueue } from './batch-queue.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';

export interface LogWriterOptions {
  readonly writeAheadLog: Pick<WriteAheadLog, 'append'>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Batches go to the log when they have waited this long in memory alone, or when they hold this many shares. */
  readonly logAfterMs: number;
  readonly sharesMax: number;
  /** Whether all shares are on the disk already or will be within a moment. Then only what is late goes to the log. */
  readonly isKept: () => boolean;
  /** How often a log that refused is asked again. */
  readonly retryMs: number;
  /** Called when batches were logged. */
  onLogged(batches: readonly WorkBatch[]): void;
}

/** Work that waits longer than this is reported. */
const lateMs = 5000;

/** What the disk has as single shares goes to the log after this many times as long, or when there are this many: the log has them in fewer bytes. */
const keptTimes = 5;
const keptSharesMax = 100_000;

/** Moves the batches of a queue to the write-ahead log before a crash could cost more than a second of shares. */
export class LogWriter {
  readonly #queue: BatchQueue;
  readonly #options: LogWriterOptions;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #refuses = false;
  #isLate = false;

  constructor(queue: BatchQueue, options: LogWriterOptions) {
    this.#queue = queue;
    this.#options = options;
  }

  /** Whether the log took no more at the last attempt: it is full, or the disk is. */
  get refuses(): boolean {
    return this.#refuses;
  }

  /** Logs now where too many shares are in memory only; otherwise when the oldest batch is due. */
  protect(): void {
    if (this.#writing !== undefined) return;
    if (this.#queue.unloggedShares >= this.#limits.shares && !this.#refuses) this.#write();
    else this.#watchAge();
  }

  /** Resolves when no write is under way. */
  async idle(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

  /** The queue is recorded. */
  onRecorded(): void {
    this.#refuses = false;
    if (this.#isLate) this.#options.log.warn({}, 'all waiting work is recorded');
    this.#isLate = false;
  }

  /** Logs everything that is left. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    await this.#append();
    clearTimeout(this.#timer);
  }

  #watchAge(): void {
    const closedAt = this.#queue.oldestUnloggedAt;
    if (this.#timer !== undefined || closedAt === undefined) return;
    const { logAfterMs, retryMs } = this.#options;
    // Looked at again after `logAfterMs` at the latest: the disk may cease to keep it meanwhile.
    const due = Math.max(0, Math.min(logAfterMs, closedAt + this.#limits.ms - performance.now()));
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        const oldest = this.#queue.oldestUnloggedAt;
        if (oldest === undefined) return;
        if (performance.now() - oldest >= this.#limits.ms) this.#write();
        else this.#watchAge();
      },
      this.#refuses ? retryMs : due,
    );
  }

  get #limits(): { readonly ms: number; readonly shares: number } {
    const { logAfterMs, sharesMax, isKept } = this.#options;
    return isKept()
      ? { ms: keptTimes * logAfterMs, shares: keptSharesMax }
      : { ms: logAfterMs, shares: sharesMax };
  }

  #write(): void {
    void this.#append().then(() => this.protect());
  }

  /** What the log does not take stays in memory. */
  async #append(): Promise<void> {
    if (this.#writing !== undefined) return this.#writing;
    const batches = this.#queue.unlogged();
    if (batches.length === 0) return;
    this.#warnIfLate();
    this.#writing = this.#options.writeAheadLog.append(batches).then(
      (outcome) => {
        if (outcome === 'full') return this.#refuse(new Error('the write-ahead log is full'));
        this.#refuses = false;
        // No group leaves the queue during an append, so these are still the same batches.
        this.#queue.markLogged(batches.length);
        this.#options.onLogged(batches);
      },
      (error: unknown) => this.#refuse(error),
    );
    try {
      await this.#writing;
    } finally {
      this.#writing = undefined;
    }
  }

  #refuse(error: unknown): void {
    const { log } = this.#options;
    if (!this.#refuses)
      log.error(
        { err: error, unrecorded: this.#queue.unloggedShares },
        'the write-ahead log takes no more: shares are refused',
      );
    this.#refuses = true;
  }

  #warnIfLate(): void {
    const oldest = this.#queue.oldestClosedAt;
    if (this.#isLate || oldest === undefined || performance.now() - oldest < lateMs) return;
    this.#isLate = true;
    this.#options.log.warn(
      { unrecorded: this.#queue.unloggedShares },
      'work cannot be recorded in time and waits in the write-ahead log',
    );
  }
}
