/** A second is shared out over this many turns, in ms each. */
export const sweepTurns = 10;
export const sweepTurnMs = 1000 / sweepTurns;

/** Where there are no more than these, all are looked at in the first turn of a second. */
const atOnce = 100;

/**
 * Which connections are looked at in each turn of a second, so that each is once a second: thousands of them, whose memory is cold, would keep
 * miners waiting for some milliseconds otherwise.
 */
export class SweepTurns<Connection> {
  #left: Connection[] = [];
  /** The first second is waited for. */
  #turn = 1;

  /** Those of the next turn. `all` is asked for in the first turn of a second: who comes later is looked at in the next one. */
  next(all: Iterable<Connection>): readonly Connection[] {
    if (this.#turn === 0) this.#left = [...all];
    const count = Math.max(atOnce, Math.ceil(this.#left.length / (sweepTurns - this.#turn)));
    this.#turn = (this.#turn + 1) % sweepTurns;
    return this.#left.splice(0, count);
  }
}
