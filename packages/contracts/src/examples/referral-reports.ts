import type { ReferralReportsResponse } from '../http/referral-reports.ts';

/** `GET /v5/account/{uuid}/referral/reports` */
export const referralReportsExample: ReferralReportsResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: { chart: { data: ['51', '55', '54'], timestamps: [1738108800000, 1738195200000, 1738281600000] } },
};
