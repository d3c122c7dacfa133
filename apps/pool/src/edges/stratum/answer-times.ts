/** One read of this number is timed, which costs a five-hundredth of a share's time. */
const every = 16;

/** A read of which nothing has become in this time, ms, is given up: its connection is gone. */
const givenUpMs = 60_000;

/**
 * How long miners of a port wait for an answer: from the read of what they sent until the answer is written, with the share in its file and its
 * proof of work verified. One read is timed at a time, of every sixteenth. `sender` stands for itself: it is only told from others.
 */
export class AnswerTimes {
  readonly #onTimed: (ms: number) => void;
  readonly #now: () => number;
  #left = 1;
  #timed: object | undefined;
  #since = 0;

  /** `now` is a monotonic clock, ms. */
  constructor(onTimed: (ms: number) => void, now: () => number = () => performance.now()) {
    this.#onTimed = onTimed;
    this.#now = now;
  }

  /** Something of the sender's miner was read. */
  begin(sender: object): void {
    this.#left -= 1;
    if (this.#left > 0) return;
    this.#left = every;
    const now = this.#now();
    if (this.#timed !== undefined && now - this.#since < givenUpMs) return;
    this.#timed = sender;
    this.#since = now;
  }

  /** What was read has no answer. */
  cancel(sender: object): void {
    if (sender === this.#timed) this.#timed = undefined;
  }

  /** Its answer is written. */
  end(sender: object): void {
    if (sender !== this.#timed) return;
    this.#timed = undefined;
    this.#onTimed(this.#now() - this.#since);
  }
}
