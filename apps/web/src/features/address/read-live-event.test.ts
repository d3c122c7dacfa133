import { accountEventsExample } from '@openlode/contracts/examples/account-events';
import { liveWorkerEventExample } from '@openlode/contracts/examples/live';
import { toLiveEvent } from '@openlode/contracts/live/account-event-wire';
import { describe, expect, it } from 'vitest';
import { readLiveEvent } from './read-live-event.ts';

describe('readLiveEvent', () => {
  it('understands the short keys u, q, e, d, t and a, ae, ts, te, o, al, n, c, v', () => {
    expect(readLiveEvent(liveWorkerEventExample)).toEqual({
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
    });
  });

  it.each(accountEventsExample.data.list.map((event) => [event.event, event] as const))(
    'reads a %s event as the event call answers it',
    (_kind, event) => {
      expect(readLiveEvent(toLiveEvent('036b48cf-69d3-483c-90e0-cbd75b62d6b6', event))).toEqual(event);
    },
  );
});
