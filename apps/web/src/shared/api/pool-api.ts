import type { PoolResponse } from '@openlode/contracts/http/pool';
import { queryOptions } from '@tanstack/react-query';
import { getJson } from './get-json.ts';

export type PoolData = PoolResponse['data'];

export const poolKey = ['pool'] as const;

const againMs = 60_000;

/**
 * The pool's totals and the rewards of each algorithm. Not all of it is told live: a page that is looked at asks again every
 * minute, once it has an answer to keep up to date.
 */
export function poolQuery() {
  return queryOptions({
    queryKey: poolKey,
    queryFn: ({ signal }) => getJson<PoolData>('/v5/pool', signal),
    staleTime: againMs,
    refetchInterval: ({ state }) => (state.data === undefined ? false : againMs),
  });
}
