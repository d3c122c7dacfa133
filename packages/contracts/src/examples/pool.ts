import type { PoolResponse } from '../http/pool.ts';

/** `GET /v5/pool` */
export const poolExample: PoolResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: {
    summary: { total_paid_btc: '2001.72662209', past_24hr_miners: '56334', past_24hr_workers: '102861' },
    pools: {
      etchash: { last_reward: 1738324620, avg_reward_time: 4, hashrate: '1948.21', miners: '1204' },
      kawpow: { last_reward: 1738324710, avg_reward_time: 4.5, hashrate: '912.5', miners: '877' },
      randomx: { last_reward: 1738324590, avg_reward_time: 6, hashrate: '53020.75', miners: '315' },
      beamhash: { last_reward: null, avg_reward_time: null, hashrate: '0', miners: '0' },
    },
  },
};
