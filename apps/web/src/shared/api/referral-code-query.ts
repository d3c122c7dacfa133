import type { ReferralCodeResponse } from '@openlode/contracts/http/referral-code';
import { queryOptions } from '@tanstack/react-query';
import { getJson } from './get-json.ts';

export type KnownCode = ReferralCodeResponse['data'];

/** Whether the pool knows a well-formed referral code, and its tier; null while nothing is asked. */
export function referralCodeQuery(referralCode: string | null) {
  return queryOptions({
    queryKey: ['referral-code', referralCode],
    queryFn: ({ signal }) => getJson<KnownCode>(`/v5/referral/code/${referralCode}`, signal),
    enabled: referralCode !== null,
    retry: false,
  });
}
