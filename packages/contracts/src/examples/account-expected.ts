import type { AccountExpectedResponse } from '../http/account-expected.ts';

/** `GET /v5/account/036b48cf-69d3-483c-90e0-cbd75b62d6b6/expected` */
export const accountExpectedExample: AccountExpectedResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: {
    list: [
      {
        through: 'other-pool',
        algorithm: 'scrypt',
        coin: 'LTC',
        blocks: '0.0021',
        amount: '0.01299375',
        since: 1738238390000,
        by_luck: true,
        next_at: 1738410000000,
        said: { paid: '1.25', part: '0.0104', at: 1738334790000, missing: false },
      },
    ],
  },
};
