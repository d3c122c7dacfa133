import type { PoolResponse } from '@openlode/contracts/http/pool';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getJson } from './get-json.ts';
import { refetchAfterTooMany } from './query-client.ts';

export type PoolData = PoolResponse['data'];

const poolKey = ['pool'] as const;

const againMs = 60_000;
/** The pool may have counted this long before it was asked. */
const countedBeforeMs = 15_000;

interface Report {
  readonly at: number;
  readonly change: (old: PoolData) => PoolData;
}

/** The last live report of each figure. */
const reportsTo = new WeakMap<QueryClient, Map<string, Report>>();

/**
 * Changes one of the pool's figures to what the pool has just reported live. `figure` names it. An answer that comes later, and was counted
 * before, does not take the change back.
 */
export function reportFigure(client: QueryClient, figure: string, change: Report['change']): void {
  const reports = reportsTo.get(client) ?? new Map<string, Report>();
  reportsTo.set(client, reports.set(figure, { at: Date.now(), change }));
  client.setQueryData<PoolData>(poolKey, (old) => (old === undefined ? old : change(old)));
}

/** `asked` in ms since 1970. */
function withReports(
  answer: PoolData,
  reports: ReadonlyMap<string, Report> | undefined,
  asked: number,
): PoolData {
  const newer = [...(reports?.values() ?? [])].filter(({ at }) => at > asked - countedBeforeMs);
  return newer.reduce((data, { change }) => change(data), answer);
}

/**
 * The pool's totals and the rewards of each algorithm. Not all of it is reported live: a page that is looked at asks again every
 * minute, once it has an answer to keep up to date.
 */
export function poolQuery() {
  return queryOptions({
    queryKey: poolKey,
    queryFn: async ({ client, signal }) => {
      const asked = Date.now();
      return withReports(await getJson<PoolData>('/v5/pool', signal), reportsTo.get(client), asked);
    },
    staleTime: againMs,
    refetchInterval: ({ state }) => (state.data === undefined ? refetchAfterTooMany(state.error) : againMs),
  });
}
