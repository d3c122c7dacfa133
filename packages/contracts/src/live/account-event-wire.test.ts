import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import {
  accountEventsExample,
  ownerEventExample,
  payoutEventExample,
  rewardEventExample,
  workerEventExample,
} from '../examples/account-events.ts';
import { liveRewardEventExample, liveWorkerEventExample } from '../examples/live.ts';
import { AccountEvent } from '../http/account-events.ts';
import { fromLiveEvent, toLiveEvent } from './account-event-wire.ts';
import { LiveEvent } from './events.ts';

const uuid = '036b48cf-69d3-483c-90e0-cbd75b62d6b6';

describe('toLiveEvent and fromLiveEvent', () => {
  it('shorten the long names', () => {
    expect(toLiveEvent(uuid, workerEventExample)).toEqual(liveWorkerEventExample);
    expect(toLiveEvent(uuid, payoutEventExample)).toEqual({
      u: uuid,
      q: 37,
      e: 'payout',
      d: {
        v: 1,
        a: '25.5',
        ae: '25.5',
        ts: null,
        te: null,
        o: null,
        al: null,
        n: 'DOGE',
        c: 'success',
      },
      t: 1738242120000,
    });
  });

  it('lengthen the short ones [live-05]', () => {
    expect(fromLiveEvent(liveRewardEventExample)).toEqual({
      seq: 42,
      timestamp: 1738324620000,
      event: 'reward',
      data: {
        version: 1,
        amount: '0.008192',
        amount_extended: '0.008192',
        time_start: 1738271287000,
        time_end: 1738324620000,
        online: null,
        algorithm: 'etchash',
        name: null,
        code: null,
      },
    });
  });

  it('lose nothing on the way there and back, receipts included [live-05]', () => {
    expect([ownerEventExample, rewardEventExample].map(({ event }) => event)).toEqual(['account', 'reward']);
    expect(accountEventsExample.data.list).toHaveLength(5);
    const ofFleet: AccountEvent =
      workerEventExample.event === 'worker'
        ? { ...workerEventExample, data: { ...workerEventExample.data, simulated: true } }
        : workerEventExample;
    for (const event of [...accountEventsExample.data.list, ofFleet]) {
      const live = toLiveEvent(uuid, event);
      expect(Check(LiveEvent, live)).toBe(true);
      expect(fromLiveEvent(live)).toEqual(event);
      expect(Check(AccountEvent, fromLiveEvent(live))).toBe(true);
    }
  });
});
