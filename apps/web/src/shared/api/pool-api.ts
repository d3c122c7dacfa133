import type { PoolResponse } from '@openlode/contracts/http/pool';
import { queryOptions } from '@tanstack/react-query';
import { getJson } from './get-json.ts';

export type PoolData = PoolResponse['data'];

export const poolKey = ['pool'] as const;

/** The pool's totals and the rewards of each algorithm. */
export function poolQuery() {
  return queryOptions({
    queryKey: poolKey,
    queryFn: ({ signal }) => getJson<PoolData>('/v5/pool', signal),
    staleTime: 60_000,
  });
}
