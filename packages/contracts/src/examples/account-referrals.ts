import type { AccountReferralsResponse } from '../http/account-referrals.ts';

/** `GET /v5/account/{uuid}/referrals?page=2` */
export const accountReferralsExample: AccountReferralsResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: {
    code: 'U-FGJ8HA',
    custom_code: 'MOON-MINERS',
    custom_code_tier: 1,
    list: [
      { name: 'garage', last_seen: 1738324700000 },
      { name: 'default', last_seen: 1738324100000 },
    ],
    count: 12,
    has_next: false,
    has_prev: true,
    last_page: 2,
  },
};
