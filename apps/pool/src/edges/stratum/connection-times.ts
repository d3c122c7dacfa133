/** How long things have lasted on one connection, in seconds, counted by `tick`. Seconds in which it is not read do not count. */
export class ConnectionTimes {
  /** Since the connection came. */
  age = 0;
  /** Since its last bytes. */
  silent = 0;
  /** Since its unfinished line began. */
  lineAge = 0;
  /** Seconds in a row in which its bytes exceeded their budgets. */
  throttledFor = 0;
  /** Whether it waits until its budgets of bytes have room again. */
  isThrottled = false;
  /** Whether it did at any moment since the last tick. */
  #wasThrottled = false;

  /** Answers whether it was read freely before. */
  throttle(): boolean {
    const wasFree = this.throttledFor === 0 && !this.#wasThrottled;
    this.isThrottled = true;
    this.#wasThrottled = true;
    return wasFree;
  }

  /** Once a second. */
  tick(hasUnfinishedLine: boolean): void {
    this.throttledFor = this.#wasThrottled ? this.throttledFor + 1 : 0;
    this.#wasThrottled = this.isThrottled;
    if (this.isThrottled) return;
    this.age += 1;
    this.silent += 1;
    this.lineAge = hasUnfinishedLine ? this.lineAge + 1 : 0;
  }
}
