/** Of the newest sample. */
const weight = 1 / 16;

/** The running mean of what shares take, in ms. */
export class MeanCost {
  #ms: number | undefined;

  /** Undefined before the first. */
  get ms(): number | undefined {
    return this.#ms;
  }

  add(ms: number): void {
    this.#ms = this.#ms === undefined ? ms : this.#ms + weight * (ms - this.#ms);
  }
}
