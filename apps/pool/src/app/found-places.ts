import type { Logger } from 'pino';
import type { Clock } from '../domain/kernel/clock.ts';
import type { UpstreamTerms } from '../domain/kernel/upstream-terms.ts';
import {
  isFoundOurs,
  isToBeCompared,
  selectUpstreamPlaces,
  type UpstreamPlace,
} from '../domain/treasury/upstream-places/upstream-place.ts';
import type { Database } from '../runtime/database/database.ts';
import type { ClosingOrder } from './closing-order.ts';

/** How often what another process has found is read, ms. */
const readEveryMs = 5000;

/** Of which other pools work may be given: those that were found to pay to a place of ours. */
export interface FoundPlaces {
  mayGive(upstream: UpstreamTerms): boolean;
}

/** Reads it at once, and again every five seconds. While the database does not answer, what was read last holds. */
export async function openFoundPlaces(
  {
    db,
    clock,
    log,
  }: { readonly db: Database; readonly clock: Clock; readonly log: Pick<Logger, 'warn' | 'info'> },
  upstreams: readonly UpstreamTerms[],
  order: ClosingOrder,
): Promise<FoundPlaces> {
  const compared = upstreams.filter(isToBeCompared);
  let rows: readonly UpstreamPlace[] = [];
  const may = new Map<string, boolean>();
  const look = (): void => {
    for (const upstream of compared) {
      const isOurs = isFoundOurs(rows, upstream, clock.now());
      if (may.get(upstream.name) !== isOurs) say(log, upstream, isOurs, rows);
      may.set(upstream.name, isOurs);
    }
  };
  const read = async (): Promise<void> => {
    rows = await selectUpstreamPlaces(db).catch(() => rows);
    look();
  };
  if (compared.length > 0) {
    await read();
    const timer = setInterval(() => void read(), readEveryMs);
    timer.unref();
    order.add('places of other pools', async () => clearInterval(timer));
  }
  return { mayGive: (upstream) => !isToBeCompared(upstream) || may.get(upstream.name) === true };
}

function say(
  log: Pick<Logger, 'warn' | 'info'>,
  { name: upstream }: UpstreamTerms,
  isOurs: boolean,
  rows: readonly UpstreamPlace[],
): void {
  if (isOurs) return log.info({ upstream }, 'an upstream pool pays to a place of ours: its work is given');
  const why = rows.find((row) => row.upstream === upstream)?.why ?? 'it was not asked yet';
  log.warn(
    { upstream, why },
    'no work of an upstream pool is given: it is not known to pay to a place of ours',
  );
}
