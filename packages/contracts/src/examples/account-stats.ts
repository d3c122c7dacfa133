import type { AccountStatsResponse } from '../http/account-stats.ts';

/** `GET /v5/account/{uuid}/stats` */
export const accountStatsExample: AccountStatsResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: {
    coin: 'DOGE',
    network: 'DOGE',
    balance: '12.712926300000000001',
    balance_mining: '12.402417300000000001',
    balance_referral: '0.310509',
    rewarded: { past_24h: '9.756672', past_7d: '58.214901', past_30d: '171.998002' },
    rewarded_timestamp: {
      past_24h: [1738238400000, 1738324800000],
      past_7d: [1737720000000, 1738324800000],
      past_30d: [1735732800000, 1738324800000],
    },
    payday: { credited_past_day: '9.801244', rewarded_yesterday: true },
    paid: '204.051337',
    payments: 3,
    last_payment: 1738242120000,
    payment_threshold: '5',
    mining_fee: '0.75',
  },
};
