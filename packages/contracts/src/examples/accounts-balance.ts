import type { AccountsBalanceResponse } from '../http/accounts-balance.ts';

/** `GET /v5/accounts/{uuid},{uuid}/balance` */
export const accountsBalanceExample: AccountsBalanceResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: [
    {
      uuid: '036b48cf-69d3-483c-90e0-cbd75b62d6b6',
      balance: '12.712926300000000001',
      precision: '6',
      last_update: 1738324620000,
    },
    {
      uuid: '8f3b0a52-6c1e-4d7f-a2b9-5e0d1c2f3a4b',
      balance: '0',
      precision: '8',
      last_update: 1738242120000,
    },
  ],
};
