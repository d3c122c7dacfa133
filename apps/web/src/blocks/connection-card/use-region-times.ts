import { useQuery } from '@tanstack/react-query';
import { site } from '../../shared/api/site.ts';
import { measureRegions, type RegionTimes } from './measure-regions.ts';

/** The way from this browser to each region, measured once a visit; undefined while that is going on. */
export function useRegionTimes(): RegionTimes | undefined {
  const { regions } = site();
  const { data } = useQuery({
    queryKey: ['region-times'],
    queryFn: () =>
      measureRegions(
        regions,
        (url, signal) => fetch(url, { cache: 'no-store', credentials: 'omit', signal }),
        () => performance.now(),
      ),
    enabled: regions.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
