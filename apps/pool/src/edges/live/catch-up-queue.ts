/** How many miners catch up at a time: each takes several queries. */
const minersAtOnce = 50;
const everyMs = 100;

/** Lets miners catch up in small groups. */
export class CatchUpQueue {
  readonly #catchUp: (uuid: string) => void;
  readonly #due = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(catchUp: (uuid: string) => void) {
    this.#catchUp = catchUp;
  }

  add(uuids: readonly string[]): void {
    for (const uuid of uuids) this.#due.add(uuid);
    if (this.#due.size > 0) this.#timer ??= setTimeout(() => this.#next(), everyMs);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #next(): void {
    this.#timer = undefined;
    for (const uuid of [...this.#due].slice(0, minersAtOnce)) {
      this.#due.delete(uuid);
      this.#catchUp(uuid);
    }
    this.add([]);
  }
}
