import type { SupportResponse } from '@openlode/contracts/http/support';
import { queryOptions } from '@tanstack/react-query';
import { getJson } from '../../shared/api/get-json.ts';

export type SupportData = SupportResponse['data'];

const staleMs = 5 * 60_000;

/** Every category with its first articles; with `search` what was found. */
export function supportQuery(search: string) {
  return queryOptions({
    queryKey: ['support', 'search', search],
    queryFn: ({ signal }) =>
      getJson<SupportData>(
        `/v4/support${search === '' ? '' : `?${new URLSearchParams({ search })}`}`,
        signal,
      ),
    staleTime: staleMs,
  });
}

/** One category with all its articles, or one article. Another type is answered with 404. */
export function supportPageQuery(type: string, slug: string) {
  return queryOptions({
    queryKey: ['support', type, slug],
    queryFn: ({ signal }) =>
      getJson<SupportData>(`/v4/support/${encodeURIComponent(type)}/${encodeURIComponent(slug)}`, signal),
    staleTime: staleMs,
  });
}
