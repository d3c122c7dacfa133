import type { Logger } from 'pino';

/** A process that was started. */
export interface StartedProcess {
  /** True once it takes miners; false where it ended before. */
  readonly opened: Promise<boolean>;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  signal(signal: NodeJS.Signals): void;
}

export interface SeatOptions {
  /** From 1 on. */
  readonly number: number;
  readonly start: () => StartedProcess;
  /** Resolves after that time, or as soon as it is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: Pick<Logger, 'error'>;
}

const againMs = 1000;
const againMsMax = 30_000;

/** Keeps one process running: one that ends by itself is started again, later each time that it did not even open. */
export class ProcessSeat {
  readonly #options: SeatOptions;
  readonly #ending = new AbortController();
  readonly #running: Promise<void>;
  #process: StartedProcess | undefined;
  #isOpen = false;
  #isReplaced = false;
  #lastEnded: number | string | undefined;
  #waiting: ((isOpen: boolean) => void)[] = [];

  constructor(options: SeatOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** How its last process ended; undefined before. */
  get lastEnded(): number | string | undefined {
    return this.#lastEnded;
  }

  /** Whether the process that starts now, or next, takes miners; false where it ends before. */
  whenOpened(): Promise<boolean> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Asks its process to hand over and end, and starts another one; whether that takes miners. */
  replace(): Promise<boolean> {
    const opened = this.whenOpened();
    // One that does not take miners yet has none to hand over.
    if (this.#isOpen) {
      this.#isReplaced = true;
      this.#process?.signal('SIGTERM');
    }
    return opened;
  }

  /** Ends its process, and starts no other. */
  end(signal: NodeJS.Signals): Promise<void> {
    this.#ending.abort();
    this.#process?.signal(signal);
    return this.#running;
  }

  async #run(): Promise<void> {
    const { number, start, pause, log } = this.#options;
    const { signal } = this.#ending;
    for (let failures = 0; !signal.aborted; ) {
      const started = start();
      this.#process = started;
      const hasOpened = await started.opened;
      this.#isOpen = hasOpened;
      if (hasOpened) this.#answer(true);
      const ended = await started.ended;
      this.#process = undefined;
      this.#isOpen = false;
      this.#lastEnded = ended;
      if (signal.aborted) break;
      if (!hasOpened) this.#answer(false);
      else if (this.#isReplaced) {
        this.#isReplaced = false;
        continue;
      }
      log.error({ process: number, ended, hasOpened }, 'a process ended by itself');
      failures = hasOpened ? 0 : failures + 1;
      await pause(Math.min(againMsMax, againMs * 2 ** failures), signal);
    }
    this.#answer(false);
  }

  #answer(isOpen: boolean): void {
    for (const waiting of this.#waiting.splice(0)) waiting(isOpen);
  }
}
