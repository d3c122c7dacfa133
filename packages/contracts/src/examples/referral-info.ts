import type { ReferralInfoResponse } from '../http/referral-info.ts';

/** `GET /v5/referral/info` */
export const referralInfoExample: ReferralInfoResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: {
    tiers: [
      {
        code: 0,
        name: 'Base',
        minimum_active: 0,
        miner_percentage: '0.15',
        owner_percentage: '0.35',
        platform_percentage: '0.5',
      },
      {
        code: 1,
        name: 'Vein',
        minimum_active: 50,
        miner_percentage: '0.12',
        owner_percentage: '0.38',
        platform_percentage: '0.5',
      },
      {
        code: 2,
        name: 'Seam',
        minimum_active: 250,
        miner_percentage: '0.08',
        owner_percentage: '0.42',
        platform_percentage: '0.5',
      },
      {
        code: 3,
        name: 'Lode',
        minimum_active: 1000,
        miner_percentage: '0',
        owner_percentage: '0.5',
        platform_percentage: '0.5',
      },
    ],
  },
};
