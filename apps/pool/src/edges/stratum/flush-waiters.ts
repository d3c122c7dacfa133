interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Callers of `flush`, by the last batch that each waits for. */
export class FlushWaiters {
  readonly #waiters = new Map<string, Waiter[]>();

  get isEmpty(): boolean {
    return this.#waiters.size === 0;
  }

  waitFor(id: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiters.set(id, [...(this.#waiters.get(id) ?? []), { resolve, reject }]);
    });
  }

  /** The batch is recorded. */
  resolve(id: string): void {
    for (const { resolve } of this.#waiters.get(id) ?? []) resolve();
    this.#waiters.delete(id);
  }

  rejectAll(error: Error): void {
    for (const { reject } of [...this.#waiters.values()].flat()) reject(error);
    this.#waiters.clear();
  }
}
