/** Keeps a loop at a rate, without making up for time in which it did not run. */
export class Pace {
  readonly #perSecondMax: number;
  readonly #burstMax: number;
  #allowance = 0;
  #last: number;

  constructor(perSecondMax: number, now: number) {
    this.#perSecondMax = perSecondMax;
    // What a loop that is late may do at once: a twentieth of a second's worth.
    this.#burstMax = Math.max(1, perSecondMax / 20);
    this.#last = now;
  }

  /** How much may be done now; `now` in milliseconds. */
  allowance(now: number): number {
    const earned = ((now - this.#last) / 1000) * this.#perSecondMax;
    this.#last = now;
    this.#allowance = Math.min(this.#burstMax, this.#allowance + earned);
    return Math.floor(this.#allowance);
  }

  spend(amount: number): void {
    this.#allowance -= amount;
  }
}
