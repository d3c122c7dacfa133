import type { AccountEvent } from '@openlode/contracts/http/account-events';
import type { LiveEvent } from '@openlode/contracts/live/events';

/** A live event, which comes under short keys, as the event call answers it, so that both stand in one list. */
export function readLiveEvent(live: LiveEvent): AccountEvent {
  const common = { seq: live.q, timestamp: live.t };
  switch (live.e) {
    case 'reward': {
      const data = longNames(live.d);
      const receipt = live.d.r;
      return { ...common, event: 'reward', data: receipt === undefined ? data : { ...data, receipt } };
    }
    case 'worker':
      return { ...common, event: 'worker', data: longNames(live.d) };
    case 'payout':
      return { ...common, event: 'payout', data: longNames(live.d) };
    case 'account':
      return { ...common, event: 'account', data: longNames(live.d) };
  }
}

function longNames<Data extends LiveEvent['d']>(d: Data) {
  return {
    version: d.v,
    amount: d.a as Data['a'],
    amount_extended: d.ae as Data['ae'],
    time_start: d.ts as Data['ts'],
    time_end: d.te as Data['te'],
    online: d.o as Data['o'],
    algorithm: d.al as Data['al'],
    name: d.n as Data['n'],
    code: d.c as Data['c'],
  };
}
