/** Does something again and again until it is ended; what went wrong in a turn is told, and the next one comes all the same. */
export class NodeLoops {
  readonly #ending = new AbortController();
  readonly #loops: Promise<void>[] = [];

  get isEnded(): boolean {
    return this.#ending.signal.aborted;
  }

  /** @param turn answers how long to pause before the next one, ms */
  start(turn: () => Promise<number>, onError: (error: Error) => number): void {
    this.#loops.push(this.#run(turn, onError));
  }

  /** Pauses end at once; resolves after the turns that are under way. */
  async end(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#loops);
  }

  async #run(turn: () => Promise<number>, onError: (error: Error) => number): Promise<void> {
    while (!this.isEnded) {
      const ms = await turn().catch((error: unknown) => onError(error as Error));
      if (!this.isEnded) await this.#pause(ms);
    }
  }

  #pause(ms: number): Promise<void> {
    const { signal } = this.#ending;
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      timer.unref();
      signal.addEventListener('abort', end);
    });
  }
}
