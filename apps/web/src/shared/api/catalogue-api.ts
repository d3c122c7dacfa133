import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { CoinGroup, CoinItem } from '@openlode/contracts/http/coins';
import { queryOptions } from '@tanstack/react-query';
import { getJson } from './get-json.ts';
import { site } from './site.ts';

const catalogueStaleMs = 10 * 60_000;

export function coinQuery(symbol: string) {
  return queryOptions({
    queryKey: ['coin', symbol],
    queryFn: ({ signal }) => getJson<CoinItem>(`/v5/coin/${encodeURIComponent(symbol)}`, signal),
    staleTime: catalogueStaleMs,
  });
}

/** Every coin, by category: what the coin picker lists. */
export function coinGroupsQuery() {
  return queryOptions({
    queryKey: ['coins', 'by-category'],
    queryFn: ({ signal }) => getJson<CoinGroup[]>('/v5/coin?categories=1', signal),
    staleTime: catalogueStaleMs,
  });
}

/** The algorithms with this deployment's servers: first from the page itself, so that no wrong port is ever shown. */
export function algorithmsQuery() {
  const { algorithms } = site();
  return queryOptions({
    queryKey: ['algorithms'],
    queryFn: ({ signal }) => getJson<AlgorithmItem[]>('/v5/algorithm', signal),
    staleTime: catalogueStaleMs,
    ...(algorithms.length > 0 ? { initialData: algorithms } : {}),
  });
}
