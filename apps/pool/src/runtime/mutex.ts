/** Runs work one after another, in the order of the calls; a failure does not delay the next. */
export class Mutex {
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Answers what the work answers, or fails as it does. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#waiting += 1;
    const result = this.#tail.then(work);
    this.#tail = result.then(
      () => this.#end(),
      () => this.#end(),
    );
    return result;
  }

  /** Whether no work runs or waits. */
  get isIdle(): boolean {
    return this.#waiting === 0;
  }

  /** Resolves once all work so far has run. */
  async settled(): Promise<void> {
    await this.#tail;
  }

  #end(): void {
    this.#waiting -= 1;
  }
}

/** A mutex for each key, kept while it has work. */
export class KeyedMutex {
  readonly #mutexes = new Map<string, Mutex>();

  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const mutex = this.#mutexes.get(key) ?? new Mutex();
    this.#mutexes.set(key, mutex);
    const result = mutex.run(work);
    void mutex.settled().then(() => {
      if (mutex.isIdle) this.#mutexes.delete(key);
    });
    return result;
  }

  /** Resolves once all work so far has run. */
  async settled(): Promise<void> {
    await Promise.all([...this.#mutexes.values()].map((mutex) => mutex.settled()));
  }
}
