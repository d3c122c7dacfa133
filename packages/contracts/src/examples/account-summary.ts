import type { AccountSummaryResponse } from '../http/account-summary.ts';

/** `GET /v5/account/{uuid}/summary` */
export const accountSummaryExample: AccountSummaryResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: {
    timestamp: 1738324795000,
    raw: { worker_count: 2, algorithm_count: 2, hr: { etchash: '1948.21', scrypt: '184700000' } },
  },
};
