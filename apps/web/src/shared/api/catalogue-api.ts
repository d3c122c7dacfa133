import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { CoinGroup, CoinItem } from '@openlode/contracts/http/coins';
import { queryOptions } from '@tanstack/react-query';
import { getJson } from './get-json.ts';
import { embeddedCoin, site } from './site.ts';

const catalogueStaleMs = 10 * 60_000;

/** A coin; the one that the page came with is there already. */
export function coinQuery(symbol: string) {
  return queryOptions({
    initialData: () => {
      const coin = embeddedCoin();
      return coin?.symbol === symbol ? coin : undefined;
    },
    initialDataUpdatedAt: () => performance.timeOrigin,
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
