import type { AccountEvent, AccountEventsResponse } from '../http/account-events.ts';

/** A reward of one line: 2 percent of a block, at 80 DOGE for 1 ETC. */
export const rewardEventExample: AccountEvent = {
  seq: 40,
  timestamp: 1738324620000,
  event: 'reward',
  data: {
    version: 1,
    amount: '3.252224',
    amount_extended: '3.252224',
    time_start: 1738271287000,
    time_end: 1738324620000,
    online: null,
    algorithm: 'etchash',
    name: null,
    code: null,
    receipt: {
      lines: [
        {
          own_work: '104000000000000',
          round_work: '5200000000000000',
          reward: { coin: 'ETC', amount: '2.048' },
          share: '0.04096',
          block: {
            hash: '0x5b9a1e0c7d2f48631c0e9d7ab54f20c3d8e6f1a2b3c4d5e6f708192a3b4c5d6e',
            height: 21500113,
          },
          pending_conversion: false,
          rate: '80',
          rate_source: 'sample 2025-01-31',
          rate_at: 1738324560000,
          usd: '1.081344',
          gross: '3.2768',
          fee: '0.016384',
          fee_percent: '0.75',
          referral: '0.008192',
          credited: '3.252224',
        },
      ],
    },
  },
};

/** A reward of merged mining: two lines were converted, the third waits for a rate. */
const mergedRewardEvent: AccountEvent = {
  seq: 38,
  timestamp: 1738300000000,
  event: 'reward',
  data: {
    version: 1,
    amount: '0.12331',
    amount_extended: '0.123310606060606061',
    time_start: 1738296400000,
    time_end: 1738300000000,
    online: null,
    algorithm: 'scrypt',
    name: null,
    code: null,
    receipt: {
      lines: [
        {
          own_work: '660000000000',
          round_work: '66000000000000000',
          reward: { coin: 'LTC', amount: '6.25' },
          share: '0.0000625',
          block: {
            hash: '4c1d0b6a2f7e8d9c3b5a491827364554a3b2c1d0e9f8a7b6c5d4e3f201918273',
            height: 2835001,
          },
          pending_conversion: false,
          rate: '387.878787878787878787',
          rate_source: 'sample 2025-01-31',
          rate_at: 1738299960000,
          usd: '0.007999999999999999',
          gross: '0.024242424242424242',
          fee: '0.000121212121212121',
          fee_percent: '0.75',
          referral: '0.00006060606060606',
          credited: '0.024060606060606061',
        },
        {
          own_work: '660000000000',
          round_work: '66000000000000000',
          reward: { coin: 'DOGE', amount: '10000' },
          share: '0.1',
          block: {
            hash: '9e8d7c6b5a493827161504f3e2d1c0bfae9d8c7b6a5948372615049f8e7d6c5b',
            height: 5566778,
          },
          pending_conversion: false,
          rate: '1',
          rate_source: 'same coin',
          rate_at: 1738299960000,
          usd: '0.033',
          gross: '0.1',
          fee: '0.0005',
          fee_percent: '0.75',
          referral: '0.00025',
          credited: '0.09925',
        },
        {
          own_work: '660000000000',
          round_work: '66000000000000000',
          reward: { coin: 'BELLS', amount: '10' },
          share: '0.0001',
          block: null,
          pending_conversion: true,
          pending_reason: 'no_price',
          rate: null,
          rate_source: null,
          rate_at: null,
          usd: null,
          gross: null,
          fee: null,
          fee_percent: null,
          referral: null,
          credited: null,
        },
      ],
    },
  },
};

/** A worker came. */
export const workerEventExample: AccountEvent = {
  seq: 39,
  timestamp: 1738310000000,
  event: 'worker',
  data: {
    version: 1,
    amount: null,
    amount_extended: null,
    time_start: null,
    time_end: null,
    online: true,
    algorithm: 'etchash',
    name: 'jasminer-01',
    code: null,
  },
};

/** A payout is done. */
export const payoutEventExample: AccountEvent = {
  seq: 37,
  timestamp: 1738242120000,
  event: 'payout',
  data: {
    version: 1,
    amount: '25.5',
    amount_extended: '25.5',
    time_start: null,
    time_end: null,
    online: null,
    algorithm: null,
    name: 'DOGE',
    code: 'success',
  },
};

/** The owner announced a switch of the network. */
export const ownerEventExample: AccountEvent = {
  seq: 41,
  timestamp: 1738324800000,
  event: 'account',
  data: {
    version: 1,
    amount: null,
    amount_extended: null,
    time_start: null,
    time_end: 1738411200000,
    online: null,
    algorithm: null,
    name: 'BSC',
    code: 'network-switch-announced',
  },
};

/** `GET /v5/account/{uuid}/events` */
export const accountEventsExample: AccountEventsResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: {
    list: [ownerEventExample, rewardEventExample, workerEventExample, mergedRewardEvent, payoutEventExample],
    has_next: true,
    has_prev: false,
  },
};
