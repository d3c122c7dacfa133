/**
 * A line of limited length in which owners take turns: of each owner one entry after the other. Where the line is full, the newest entry
 * of the owner with the most makes room, so that a flood costs the one who floods.
 */
export class FairQueue<Entry> {
  readonly #max: number;
  /** By owner, in the order of their turns. */
  readonly #lines = new Map<string, Entry[]>();
  #size = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#size;
  }

  /** Answers the entry that had to make room, which may be the new one. */
  add(owner: string, entry: Entry): Entry | undefined {
    const line = this.#lines.get(owner);
    if (line === undefined) this.#lines.set(owner, [entry]);
    else line.push(entry);
    this.#size += 1;
    return this.#size > this.#max ? this.#drop() : undefined;
  }

  /** The oldest entry of the owner whose turn it is. */
  next(): Entry | undefined {
    const [turn] = this.#lines;
    if (turn === undefined) return undefined;
    const [owner, line] = turn;
    const entry = line.shift();
    this.#size -= 1;
    this.#lines.delete(owner);
    if (line.length > 0) this.#lines.set(owner, line);
    return entry;
  }

  #drop(): Entry | undefined {
    let owner = '';
    let longest: Entry[] = [];
    for (const [each, line] of this.#lines)
      if (line.length >= longest.length) [owner, longest] = [each, line];
    const dropped = longest.pop();
    this.#size -= 1;
    if (longest.length === 0) this.#lines.delete(owner);
    return dropped;
  }
}
