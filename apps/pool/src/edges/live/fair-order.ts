export interface WatchedMiner {
  readonly uuid: string;
  /** From where it is watched. */
  readonly clientAddresses: ReadonlySet<string>;
  /** When it was last looked at, in ms; 0 if never. */
  readonly lookedAt: number;
}

/**
 * The order in which watched miners are looked at: of every client address the one that was looked at longest ago, then of every client address
 * its second, and so on. A client address that watches hundreds delays its own, and no other client address's first.
 */
export function fairOrder(miners: readonly WatchedMiner[]): readonly string[] {
  const oldestFirst = miners.toSorted((a, b) => a.lookedAt - b.lookedAt);
  const places = new Map<string, number>();
  return oldestFirst
    .map(({ uuid, clientAddresses, lookedAt }) => {
      let place = Number.POSITIVE_INFINITY;
      for (const clientAddress of clientAddresses) {
        const own = places.get(clientAddress) ?? 0;
        places.set(clientAddress, own + 1);
        place = Math.min(place, own);
      }
      return { uuid, place, lookedAt };
    })
    .toSorted((a, b) => a.place - b.place || a.lookedAt - b.lookedAt)
    .map(({ uuid }) => uuid);
}
