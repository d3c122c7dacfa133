export interface BatchTimerOptions {
  /** How long a batch collects at least, in ms. */
  readonly collectMs: number;
  /** Whether it may go on until it can be recorded: its shares are on the disk. */
  readonly mayGoOn: () => boolean;
  /** The batch is to be recorded as soon as that can be. */
  readonly onDue: () => void;
  /** The batch is to be closed now. */
  readonly onOver: () => void;
}

/** How many times as long a batch may go on: 16 s by default, longer than any pause between recordings (`recording-pace.ts`). */
const goesOnTimes = 64;

/** How long shares are collected for one batch: a line of it costs the same to record however many shares it has. */
export class BatchTimer {
  readonly #options: BatchTimerOptions;
  #timer: NodeJS.Timeout | undefined;
  /** When the batch began, by `performance.now`. */
  #begunAt: number | undefined;
  #isDue = false;

  constructor(options: BatchTimerOptions) {
    this.#options = options;
  }

  /** Whether the batch has collected for long enough and is still open. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /** The open batch has something. */
  start(): void {
    if (this.#timer !== undefined) return;
    const begunAt = (this.#begunAt ??= performance.now());
    this.#timer = setTimeout(() => this.#onTime(begunAt), this.#options.collectMs);
  }

  /** The batch is closed. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#begunAt = undefined;
    this.#isDue = false;
  }

  #onTime(begunAt: number): void {
    const { collectMs, mayGoOn, onDue, onOver } = this.#options;
    this.#timer = undefined;
    if (!mayGoOn() || performance.now() - begunAt > goesOnTimes * collectMs) return onOver();
    this.#isDue = true;
    this.start();
    onDue();
  }
}
