/** The way to each region in ms, by its country; null where it could not be measured. */
export type RegionTimes = ReadonlyMap<string, number | null>;

export interface RegionPing {
  /** As in the server of the region. */
  readonly country: string;
  /** An address that answers with next to nothing. */
  readonly ping: string;
}

/** The first answer pays for the connection and is thrown away; the best of the others is the way there and back. */
const roundTrips = 4;
const waitLimitMs = 3000;

/** Measures the way to every region at once. `fetchOnce` resolves when the answer is there. */
export async function measureRegions(
  regions: readonly RegionPing[],
  fetchOnce: (url: string, signal: AbortSignal) => Promise<unknown>,
  now: () => number,
): Promise<RegionTimes> {
  const entries = await Promise.all(
    regions.map(async ({ country, ping }): Promise<[string, number | null]> => {
      const signal = AbortSignal.timeout(waitLimitMs);
      const times: number[] = [];
      try {
        for (let trip = 0; trip < roundTrips; trip += 1) {
          const from = now();
          await fetchOnce(ping, signal);
          times.push(now() - from);
        }
      } catch {
        // What was measured until then counts.
      }
      return [country, times.length < 2 ? null : Math.min(...times.slice(1))];
    }),
  );
  return new Map(entries);
}

/** The region with the shortest way; undefined where no way could be measured. */
export function nearestOf(times: RegionTimes): { readonly country: string; readonly ms: number } | undefined {
  return [...times]
    .flatMap(([country, ms]) => (ms === null ? [] : [{ country, ms }]))
    .toSorted((a, b) => a.ms - b.ms)[0];
}
