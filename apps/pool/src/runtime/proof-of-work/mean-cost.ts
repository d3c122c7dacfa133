/** Of the newest sample. */
const weight = 1 / 16;
/** Shares that took less than this part of the mean were refused at a glance, such as by the mix that they claim. */
const glance = 0.1;

/** The running mean of what shares take, in ms. */
export class MeanCost {
  #ms: number | undefined;

  /** Undefined before the first. */
  get ms(): number | undefined {
    return this.#ms;
  }

  add(ms: number): void {
    const mean = this.#ms;
    if (mean === undefined) this.#ms = ms;
    else if (ms >= glance * mean) this.#ms = mean + weight * (ms - mean);
  }
}
