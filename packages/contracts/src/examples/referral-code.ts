import type { ReferralCodeResponse } from '../http/referral-code.ts';

/** `GET /v5/referral/code/{code}` */
export const referralCodeExample: ReferralCodeResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: {
    exists: true,
    custom: true,
    tier: {
      code: 1,
      name: 'Vein',
      minimum_active: 50,
      miner_percentage: '0.12',
      owner_percentage: '0.38',
      platform_percentage: '0.5',
    },
  },
};
