import type { CalculateRewardBody, CalculateRewardResponse } from '@openlode/contracts/http/calculate-reward';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../../shared/api/api-error.ts';
import { fetchJson } from '../../../shared/api/get-json.ts';
import { readEnvelope } from '../../../shared/api/read-envelope.ts';

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

/** The only answer without an envelope; a refusal has one. */
async function calculateReward(
  send: CalculateRewardBody,
  signal: AbortSignal,
): Promise<CalculateRewardResponse> {
  const { status, body } = await fetchJson('/v3/calculate/reward', { signal, send });
  if (typeof body === 'object' && body !== null && 'per_day' in body && 'per_month' in body) {
    return body as CalculateRewardResponse;
  }
  readEnvelope(status, body);
  throw new ApiError('malformed', status, 'An error occurred');
}
