import type { Arrival } from '@openlode/stratum/core/arrival';

/** A line that waits for its turn, and how the session stood when it came. */
export interface HeldLine {
  readonly line: string;
  readonly arrival: Arrival;
}

/** Lines that came together, from the first that was not taken yet. */
interface Group {
  readonly arrival: Arrival;
  readonly lines: string[];
  taken: number;
}

/** The lines of a connection that wait for their turn, in the order in which they came. */
export class HeldLines {
  readonly #groups: Group[] = [];

  /** How the session stood when the last of them came. */
  get last(): Arrival | undefined {
    return this.#groups.at(-1)?.arrival;
  }

  add({ line, arrival }: HeldLine): void {
    const last = this.#groups.at(-1);
    if (last?.arrival === arrival) last.lines.push(line);
    else this.#groups.push({ arrival, lines: [line], taken: 0 });
  }

  /** Takes the oldest out. The others stay where they are: thousands may wait behind each of a hundred shares. */
  take(): HeldLine | undefined {
    const [group] = this.#groups;
    const line = group?.lines[group.taken];
    if (group === undefined || line === undefined) return undefined;
    group.taken += 1;
    if (group.taken === group.lines.length) this.#groups.shift();
    return { line, arrival: group.arrival };
  }
}
