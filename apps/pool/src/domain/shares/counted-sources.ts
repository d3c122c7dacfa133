import type { Database } from '../../runtime/database/database.ts';

/** Beyond this number all are forgotten: they are written once more, and no more memory is kept. */
const keysMax = 250_000;

/**
 * Which miners a source was counted with in the newest hour, by this process: a keyed hash and a row of every recording that would change nothing
 * are spared. Only what is committed is added.
 */
export class CountedSources {
  #hour = Number.NEGATIVE_INFINITY;
  readonly #keys = new Set<string>();

  /** @param hour its start, in ms @param key as work lines carry it (`sourceKey`): of one miner alone */
  has(hour: number, key: string): boolean {
    // A row keeps the newest hour, so it needs no older one.
    return hour <= this.#hour && this.#keys.has(key);
  }

  add(hour: number, key: string): void {
    if (hour < this.#hour) return;
    if (hour > this.#hour || this.#keys.size >= keysMax) this.#keys.clear();
    this.#hour = hour;
    this.#keys.add(key);
  }
}

const byDatabase = new WeakMap<Database, CountedSources>();

export function countedSourcesOf(db: Database): CountedSources {
  let counted = byDatabase.get(db);
  if (counted === undefined) byDatabase.set(db, (counted = new CountedSources()));
  return counted;
}
