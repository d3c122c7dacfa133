/** A connection whose socket is not read until its budgets of bytes have room again. */
export interface ThrottledReader {
  /** Reads on where there is room, or is closed; answers whether it has left the queue with that. */
  tryToRead(): boolean;
}

/** So often the waiting connections are asked, in ms. */
export const readTurnMs = 100;

/** Connections that wait to be read, in the order in which they came: one timer for all of them, and none while nothing waits. */
export class ReadQueue {
  readonly #waiting = new Set<ThrottledReader>();
  #timer: NodeJS.Timeout | undefined;

  enter(reader: ThrottledReader): void {
    this.#waiting.add(reader);
    this.#timer ??= setInterval(() => this.#turn(), readTurnMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#waiting.clear();
  }

  #turn(): void {
    for (const reader of this.#waiting) if (reader.tryToRead()) this.#waiting.delete(reader);
    if (this.#waiting.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
