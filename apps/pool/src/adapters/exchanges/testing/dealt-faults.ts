import { losses, type VenueFault } from './venue-server.ts';

/** Every way in which the answer to a request is lost, whether the venue takes it or not. */
export const allFaults: readonly VenueFault[] = (['now', 'later', 'never'] as const).flatMap((taken) =>
  losses.map((loss) => ({ taken, loss })),
);

/** Which answers are lost: that to the first attempt at what is meant in every way in turn, those to later attempts by chance. */
export class DealtFaults {
  faults = 0;
  /** How often each answer was lost, by whether it was taken, and how: `now timeout`. */
  readonly byFault: Record<string, number> = {};
  readonly #random: { percent(chance: number): boolean; pick<T>(from: readonly T[]): T };
  readonly #dealt: readonly VenueFault[];
  #turn = 0;
  #isFirst = true;

  /** @param dealt those of the first attempts, in turn */
  constructor(
    random: { percent(chance: number): boolean; pick<T>(from: readonly T[]): T },
    dealt: readonly VenueFault[] = allFaults,
  ) {
    this.#random = random;
    this.#dealt = dealt;
  }

  /** The next attempt is the first one at something else. */
  begin(): void {
    this.#isFirst = true;
  }

  /** The next first attempt has the fault that the last one had. */
  repeat(): void {
    this.#turn -= 1;
  }

  /** @param asked what is asked for, before the fault in `byFault` */
  next(asked?: string): VenueFault | undefined {
    if (!this.#isFirst && this.#random.percent(70)) return undefined;
    const fault = this.#isFirst ? this.#dealt[this.#turn % this.#dealt.length] : this.#random.pick(allFaults);
    if (this.#isFirst) this.#turn += 1;
    this.#isFirst = false;
    this.faults += 1;
    const name = `${asked === undefined ? '' : `${asked} `}${fault?.taken} ${fault?.loss}`;
    this.byFault[name] = (this.byFault[name] ?? 0) + 1;
    return fault;
  }
}
