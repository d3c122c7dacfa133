const windowMs = 60_000;
const keysMax = 50_000;

/** Counts what went wrong for a key within a minute; a bounded number of keys, of which the oldest is forgotten first. */
export class TryCounts {
  readonly #max: number;
  readonly #tries = new Map<string, { count: number; readonly since: number }>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Whether the key may not try again yet. */
  isOver(key: string, now: number): boolean {
    const tried = this.#tries.get(key);
    return tried !== undefined && now - tried.since < windowMs && tried.count >= this.#max;
  }

  add(key: string, now: number): void {
    const tried = this.#tries.get(key);
    if (tried !== undefined && now - tried.since < windowMs) {
      tried.count += 1;
      return;
    }
    this.#tries.delete(key);
    this.#tries.set(key, { count: 1, since: now });
    const [oldest] = this.#tries.keys();
    if (this.#tries.size > keysMax && oldest !== undefined) this.#tries.delete(oldest);
  }
}
