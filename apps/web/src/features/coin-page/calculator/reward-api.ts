import { queryOptions } from '@tanstack/react-query';
import { calculateReward } from '../../../shared/api/calculate-reward.ts';

/** What a hashrate earns; `mh` is decimal text in the algorithm's pre-unit, null where there is nothing to ask. */
export function rewardQuery(algo: string, coin: string, mh: string | null) {
  return queryOptions({
    queryKey: ['calculate-reward', algo, coin, mh],
    queryFn: ({ signal }) => calculateReward({ algo, coin, mh: wireNumber(mh ?? '0') }, signal),
    enabled: mh !== null,
    staleTime: 60_000,
    gcTime: 60_000,
  });
}

/** The wire's text has at most 18 decimals: a smaller rate goes as a number, so that it never becomes 0. */
function wireNumber(mh: string): string | number {
  return (mh.split('.')[1]?.length ?? 0) > 18 ? Number(mh) : mh;
}
