import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { CalculateRewardResponse } from '@openlode/contracts/http/calculate-reward';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSettled } from '../../../shared/time/use-settled.ts';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { convertHashrate, type UnitPrefix } from './hashrate-units.ts';
import { rewardQuery } from './reward-api.ts';

const debounceMs = 500;

/** A typed hashrate: decimal text in the unit; null where there is none. */
export interface TypedRate {
  readonly rate: string | null;
  readonly unit: UnitPrefix;
}

interface Estimate {
  /** Undefined while it is not known. */
  readonly data: CalculateRewardResponse | undefined;
  /** Why it could not be fetched. */
  readonly failure: Error | null;
  readonly refetch: () => void;
}

/** What a hashrate earns in the coin, fetched once it has not changed for a moment. */
export function useEstimate(coin: string, algorithm: AlgorithmItem, { rate, unit }: TypedRate): Estimate {
  const mh = rate === null ? null : convertHashrate(rate, unit, algorithm.preUnitOfMeasurement);
  const settled = useSettled(mh, debounceMs);
  const reward = useQuery(rewardQuery(algorithm.code, coin, settled));

  useEffect(() => {
    if (reward.isError) showToast('error');
  }, [reward.isError]);

  // What belongs to an earlier input is never shown for the present one.
  const isCurrent = mh === settled;
  return {
    data: isCurrent ? reward.data : undefined,
    failure: isCurrent ? reward.error : null,
    refetch: () => void reward.refetch(),
  };
}
