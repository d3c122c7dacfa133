import type { ReleasesResponse } from '@openlode/contracts/http/releases';
import { queryOptions } from '@tanstack/react-query';
import { getJson } from '../../shared/api/get-json.ts';

export type Release = ReleasesResponse['data'][number];

export function releasesQuery() {
  return queryOptions({
    queryKey: ['releases'],
    queryFn: ({ signal }) => getJson<ReleasesResponse['data']>('/v4/releases', signal),
    staleTime: 10 * 60_000,
  });
}
