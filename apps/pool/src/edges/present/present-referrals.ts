import type { AccountReferralsResponse } from '@openlode/contracts/http/account-referrals';
import type { ReferralReportsResponse } from '@openlode/contracts/http/referral-reports';
import type { ReferredDay } from '../../domain/views/read-referral-report.ts';
import type { Referrals } from '../../domain/views/read-referrals.ts';

/** Own codes and who uses them; undefined for a miner that does not exist yet. */
export function presentReferrals(referrals: Referrals | undefined): AccountReferralsResponse['data'] {
  const { code = null, custom, active = 0, list = [], page = 1, lastPage = 1 } = referrals ?? {};
  return {
    code,
    custom_code: custom?.code ?? null,
    custom_code_tier: custom?.tier ?? null,
    list: list.map(({ name, lastSeenAt, simulated }) => ({
      name,
      last_seen: lastSeenAt,
      ...(simulated && { simulated: true as const }),
    })),
    count: active,
    has_next: page < lastPage,
    has_prev: page > 1,
    last_page: lastPage,
  };
}

export function presentReferralReport(days: readonly ReferredDay[]): ReferralReportsResponse['data'] {
  return {
    chart: { data: days.map(({ miners }) => miners.toString()), timestamps: days.map(({ at }) => at) },
  };
}
