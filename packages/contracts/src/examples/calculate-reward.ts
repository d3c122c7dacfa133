import type { CalculateRewardBody, CalculateRewardResponse } from '../http/calculate-reward.ts';

/** 100 MH/s of KawPow, paid in RVN. */
export const calculateRewardBodyExample: CalculateRewardBody = { algo: 'kawpow', coin: 'RVN', mh: 100 };

/** `POST /v3/calculate/reward` */
export const calculateRewardExample: CalculateRewardResponse = {
  algo: 'kawpow',
  coin: 'RVN',
  per_day: '59.4',
  per_month: '1782',
};
