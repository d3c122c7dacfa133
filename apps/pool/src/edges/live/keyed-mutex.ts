/** Runs work one after another for each key, in the order of the calls; a failure does not delay the next. */
export class KeyedMutex {
  readonly #tails = new Map<string, Promise<void>>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  run(key: string, work: () => Promise<void>): void {
    const turn = (this.#tails.get(key) ?? Promise.resolve()).then(work).catch(this.#onError);
    this.#tails.set(key, turn);
    void turn.then(() => {
      if (this.#tails.get(key) === turn) this.#tails.delete(key);
    });
  }

  /** Resolves once all work so far has run. */
  async settled(): Promise<void> {
    await Promise.all(this.#tails.values());
  }
}
