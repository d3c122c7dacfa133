import type {
  LiveAck,
  LiveBalance,
  LiveCatchUp,
  LiveEvent,
  LivePaymentStatus,
  LiveSummary,
  LiveVersion,
  LiveWorker,
} from '../live/events.ts';

/** The worker event of the event call, as its watchers receive it. */
export const liveWorkerEventExample: LiveEvent = {
  u: '036b48cf-69d3-483c-90e0-cbd75b62d6b6',
  q: 39,
  e: 'worker',
  d: {
    v: 1,
    a: null,
    ae: null,
    ts: null,
    te: null,
    o: true,
    al: 'etchash',
    n: 'jasminer-01',
    c: null,
  },
  t: 1738310000000,
};

/** A reward by a referral code: no receipt, because it was others' work. */
export const liveRewardEventExample: LiveEvent = {
  u: '036b48cf-69d3-483c-90e0-cbd75b62d6b6',
  q: 42,
  e: 'reward',
  d: {
    v: 1,
    a: '0.008192',
    ae: '0.008192',
    ts: 1738271287000,
    te: 1738324620000,
    o: null,
    al: 'etchash',
    n: null,
    c: null,
  },
  t: 1738324620000,
};

export const liveBalanceExample: LiveBalance = {
  uuid: '036b48cf-69d3-483c-90e0-cbd75b62d6b6',
  b: '12.712926300000000001',
  pb: '12.712926',
};

export const livePaymentStatusExample: LivePaymentStatus = {
  uuid: '036b48cf-69d3-483c-90e0-cbd75b62d6b6',
  id: 379743,
  status: 'processing',
  reason: null,
  tx: 'sandbox-77ab01c4d2',
  explorer_link: null,
  broadcast_at: 1738324805000,
  settled_at: null,
  confirmations: 2,
  confirmations_needed: 6,
};

export const liveSummaryExample: LiveSummary = {
  u: '036b48cf-69d3-483c-90e0-cbd75b62d6b6',
  a: 2,
  w: 2,
  h: { etchash: '1948.21', scrypt: '184700000' },
  t: 1738324795000,
};

export const liveCatchUpExample: LiveCatchUp = { uuid: '036b48cf-69d3-483c-90e0-cbd75b62d6b6' };

export const liveWorkerExample: LiveWorker = {
  u: '036b48cf-69d3-483c-90e0-cbd75b62d6b6',
  al: 'etchash',
  n: 'jasminer-01',
  rh: 0,
  ch: 1948.21,
  b: 1738324795000,
  o: true,
};

export const liveVersionExample: LiveVersion = { p: 'web', v: '0.2.0', f: false };

export const liveAckExample: LiveAck = { success: true, msg: 'Ok' };
