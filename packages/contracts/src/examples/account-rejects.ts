import type { AccountRejectsResponse } from '../http/account-rejects.ts';

/** `GET /v5/account/{uuid}/rejects` */
export const accountRejectsExample: AccountRejectsResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: {
    list: [
      {
        algorithm: 'scrypt',
        name: 'mini-doge',
        hour: {
          accepted: 359,
          rejected: { stale: 1, duplicate: 0, low_difficulty: 0, malformed: 0 },
        },
        day: {
          accepted: 8601,
          rejected: { stale: 22, duplicate: 3, low_difficulty: 1, malformed: 0 },
        },
      },
    ],
  },
};
