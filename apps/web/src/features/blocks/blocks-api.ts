import type { BlocksResponse } from '@openlode/contracts/http/blocks';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getJson } from '../../shared/api/get-json.ts';
import { refetchAfterTooMany } from '../../shared/api/query-client.ts';

export type BlocksPageData = BlocksResponse['data'];

const againMs = 60_000;

/** Twenty blocks, the newest on page 1, and the luck of each chain. A page that is looked at asks again every minute, once it has an answer. */
export function blocksQuery(page: number) {
  return queryOptions({
    queryKey: ['blocks', page],
    queryFn: ({ signal }) =>
      getJson<BlocksPageData>(`/v5/blocks${page === 1 ? '' : `?page=${page}`}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data === undefined ? refetchAfterTooMany(state.error) : againMs),
  });
}
