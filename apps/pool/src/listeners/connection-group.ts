/** A connection as its limits see it. */
export interface LimitedConnection {
  /** Closes it, so that another connection has its place. It leaves its groups at once. */
  evict(): void;
}

/** Connections that have one limit together. Those without an accepted share make room for others, the oldest first. */
export class ConnectionGroup {
  readonly #shareless = new Set<LimitedConnection>();
  readonly #onEmpty: () => void;
  readonly #onChange: ((group: ConnectionGroup, before: number) => void) | undefined;
  readonly #proven = new Set<LimitedConnection>();

  /** `onChange` hears of every change of `shareless`, with what it was before. */
  constructor(onEmpty: () => void, onChange?: (group: ConnectionGroup, before: number) => void) {
    this.#onEmpty = onEmpty;
    this.#onChange = onChange;
  }

  get size(): number {
    return this.#proven.size + this.#shareless.size;
  }

  /** How many have an accepted share. */
  get proven(): number {
    return this.#proven.size;
  }

  get shareless(): number {
    return this.#shareless.size;
  }

  enter(connection: LimitedConnection, isProven: boolean): void {
    if (isProven) this.#proven.add(connection);
    else this.#change(() => this.#shareless.add(connection));
  }

  /** Its first share was accepted. */
  prove(connection: LimitedConnection): void {
    this.#change(() => this.#shareless.delete(connection));
    this.#proven.add(connection);
  }

  /** Once for each connection that entered. */
  leave(connection: LimitedConnection): void {
    if (this.#shareless.has(connection)) this.#change(() => this.#shareless.delete(connection));
    else this.#proven.delete(connection);
    if (this.size === 0) this.#onEmpty();
  }

  /** Makes room for one connection more where `max` are the most; false where all of them have accepted shares. */
  makeRoom(max: number): boolean {
    if (this.size < max) return true;
    return this.evictOldest();
  }

  /** Evicts the oldest connection without an accepted share; false where there is none. */
  evictOldest(): boolean {
    return evictFirst(this.#shareless);
  }

  /** Evicts the oldest connection with an accepted share; false where there is none. */
  evictOldestProven(): boolean {
    return evictFirst(this.#proven);
  }

  #change(change: () => void): void {
    const before = this.#shareless.size;
    change();
    this.#onChange?.(this, before);
  }
}

function evictFirst(connections: ReadonlySet<LimitedConnection>): boolean {
  for (const connection of connections) {
    connection.evict();
    return true;
  }
  return false;
}

/** Groups by how many connections without an accepted share they have: the most crowded one is found without a search. */
export class CrowdedGroups {
  readonly #byCount: Set<ConnectionGroup>[] = [];

  /** To be called on every change of a group. */
  readonly note = (group: ConnectionGroup, before: number): void => {
    this.#byCount[before]?.delete(group);
    const count = group.shareless;
    while (this.#byCount.length <= count) this.#byCount.push(new Set());
    if (count > 0) this.#byCount[count]?.add(group);
    while (this.#byCount.length > 0 && this.#byCount.at(-1)?.size === 0) this.#byCount.pop();
  };

  /** Evicts the oldest connection without an accepted share of the group that has the most of them. */
  evictOne(): boolean {
    for (const group of this.#byCount.at(-1) ?? []) return group.evictOldest();
    return false;
  }
}
