import type { CalculateRewardBody, CalculateRewardResponse } from '../http/calculate-reward.ts';

/** 100 MH/s of KawPow, paid in RVN. */
export const calculateRewardBodyExample: CalculateRewardBody = { algo: 'kawpow', coin: 'RVN', mh: 100 };

/** `POST /v3/calculate/reward` */
export const calculateRewardExample: CalculateRewardResponse = {
  algo: 'kawpow',
  coin: 'RVN',
  per_day: '59.4',
  per_month: '1782',
  assumptions: {
    fee: '1',
    price_usd: '0.0172',
    rates_source: 'sample snapshot of 2025-01-31',
    rates_age_s: 0,
    networks: [{ coin: 'RVN', rate: '6000000000000' }],
    fiat_per_usd: { USD: '1', EUR: '0.965' },
  },
};
