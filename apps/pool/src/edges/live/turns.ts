/** Runs work one after another for each key, in the order in which it was asked for; a failure does not hold up the next. */
export class Turns {
  readonly #tails = new Map<string, Promise<void>>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  take(key: string, work: () => Promise<void>): void {
    const turn = (this.#tails.get(key) ?? Promise.resolve()).then(work).catch(this.#onError);
    this.#tails.set(key, turn);
    void turn.then(() => {
      if (this.#tails.get(key) === turn) this.#tails.delete(key);
    });
  }

  /** Resolves once everything that was asked for so far has run. */
  async settled(): Promise<void> {
    await Promise.all(this.#tails.values());
  }
}
