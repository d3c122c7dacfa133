/** A connection as its limits see it. */
export interface LimitedConnection {
  /** Closes it, so that another connection has its place. It leaves its groups at once. */
  evict(): void;
}

/**
 * A connection without an accepted share weighs as much as this many with one. When room is needed, a network that only holds connections
 * is closed long before a farm, and a newcomer before its first share still weighs less than a network that mines on many connections.
 */
export const sharelessWeight = 32;

/** Connections that have one limit together. Those without an accepted share make room for others, the oldest first. */
export class ConnectionGroup {
  readonly #shareless = new Set<LimitedConnection>();
  readonly #onEmpty: () => void;
  readonly #onChange: ((before: number) => void) | undefined;
  readonly #proven = new Set<LimitedConnection>();

  /** `onChange` hears of every change of `weight`, with what it was before. */
  constructor(onEmpty: () => void, onChange?: (before: number) => void) {
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

  /** What it takes of the pool's connections, see `sharelessWeight`. */
  get weight(): number {
    return this.#proven.size + sharelessWeight * this.#shareless.size;
  }

  enter(connection: LimitedConnection, isProven: boolean): void {
    const before = this.weight;
    (isProven ? this.#proven : this.#shareless).add(connection);
    this.#onChange?.(before);
  }

  /** Its first share was accepted. */
  prove(connection: LimitedConnection): void {
    const before = this.weight;
    this.#shareless.delete(connection);
    this.#proven.add(connection);
    this.#onChange?.(before);
  }

  /** Once for each connection that entered. */
  leave(connection: LimitedConnection): void {
    const before = this.weight;
    if (!this.#shareless.delete(connection)) this.#proven.delete(connection);
    this.#onChange?.(before);
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
}

function evictFirst(connections: ReadonlySet<LimitedConnection>): boolean {
  for (const connection of connections) {
    connection.evict();
    return true;
  }
  return false;
}

/** Networks by the weight of their connections: the heaviest one is found without a search. */
export class NetworksByWeight<Network extends { readonly group: ConnectionGroup }> {
  readonly #byWeight: (Set<Network> | undefined)[] = [];

  /** To be called on every change of a network's weight, with what it was before. */
  note(network: Network, before: number): void {
    const { weight } = network.group;
    this.#byWeight[before]?.delete(network);
    if (this.#byWeight[before]?.size === 0) this.#byWeight[before] = undefined;
    while (this.#byWeight.length <= weight) this.#byWeight.push(undefined);
    if (weight > 0) (this.#byWeight[weight] ??= new Set()).add(network);
    while (this.#byWeight.length > 0 && this.#byWeight.at(-1) === undefined) this.#byWeight.pop();
  }

  /** Undefined where there is none. */
  get heaviest(): Network | undefined {
    for (const network of this.#byWeight.at(-1) ?? []) return network;
    return undefined;
  }
}
