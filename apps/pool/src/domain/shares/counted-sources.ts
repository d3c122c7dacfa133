import type { Database } from '../../runtime/database/database.ts';

/** Beyond this number all are forgotten: they are written once more, and no more memory is kept. */
const pairsMax = 250_000;

/**
 * Which miners a source was counted with in the newest hour, by this process: a keyed hash and a row of every recording that would change nothing
 * are spared. Only what is committed is added.
 */
export class CountedSources {
  #hour = Number.NEGATIVE_INFINITY;
  readonly #pairs = new Set<string>();

  /** @param hour its start, in ms @param key as work lines carry it (`sourceKey`) @param uuid of the miner */
  has(hour: number, key: string, uuid: string): boolean {
    // A row keeps the newest hour, so it needs no older one.
    return hour <= this.#hour && this.#pairs.has(pairOf(key, uuid));
  }

  add(hour: number, key: string, uuid: string): void {
    if (hour < this.#hour) return;
    if (hour > this.#hour || this.#pairs.size >= pairsMax) this.#pairs.clear();
    this.#hour = hour;
    this.#pairs.add(pairOf(key, uuid));
  }
}

function pairOf(key: string, uuid: string): string {
  return `${uuid} ${key}`;
}

const byDatabase = new WeakMap<Database, CountedSources>();

export function countedSourcesOf(db: Database): CountedSources {
  let counted = byDatabase.get(db);
  if (counted === undefined) byDatabase.set(db, (counted = new CountedSources()));
  return counted;
}
