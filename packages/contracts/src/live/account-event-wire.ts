import type { AccountEvent } from '../http/account-events.ts';
import type { LiveEvent } from './events.ts';

/** An event of the account as its watchers receive it. */
export function toLiveEvent(uuid: string, event: AccountEvent): LiveEvent {
  const common = { u: uuid, q: event.seq, t: event.timestamp };
  if (event.event === 'worker') {
    const s = event.data.simulated;
    return { ...common, e: 'worker', d: { ...shortened(event.data), ...(s && { s }) } };
  }
  if (event.event === 'payout') return { ...common, e: 'payout', d: shortened(event.data) };
  if (event.event === 'account') return { ...common, e: 'account', d: shortened(event.data) };
  const { receipt } = event.data;
  const d = shortened(event.data);
  return { ...common, e: 'reward', d: receipt === undefined ? d : { ...d, r: receipt } };
}

/** The same event as the event call answers it, so that it can stand in one list with those. */
export function fromLiveEvent(live: LiveEvent): AccountEvent {
  const common = { seq: live.q, timestamp: live.t };
  if (live.e === 'worker') {
    const simulated = live.d.s;
    return {
      ...common,
      event: 'worker',
      data: { ...lengthened(live.d), ...(simulated && { simulated }) },
    };
  }
  if (live.e === 'payout') return { ...common, event: 'payout', data: lengthened(live.d) };
  if (live.e === 'account') return { ...common, event: 'account', data: lengthened(live.d) };
  const { r } = live.d;
  const data = lengthened(live.d);
  return { ...common, event: 'reward', data: r === undefined ? data : { ...data, receipt: r } };
}

interface LongNames<Amount, Time, End, Online, Algorithm, Name, Code> {
  version: number;
  amount: Amount;
  amount_extended: Amount;
  time_start: Time;
  time_end: End;
  online: Online;
  algorithm: Algorithm;
  name: Name;
  code: Code;
}

interface ShortNames<Amount, Time, End, Online, Algorithm, Name, Code> {
  v: number;
  a: Amount;
  ae: Amount;
  ts: Time;
  te: End;
  o: Online;
  al: Algorithm;
  n: Name;
  c: Code;
}

function shortened<A, T, E, O, L, N, C>(
  data: LongNames<A, T, E, O, L, N, C>,
): ShortNames<A, T, E, O, L, N, C> {
  return {
    v: data.version,
    a: data.amount,
    ae: data.amount_extended,
    ts: data.time_start,
    te: data.time_end,
    o: data.online,
    al: data.algorithm,
    n: data.name,
    c: data.code,
  };
}

function lengthened<A, T, E, O, L, N, C>(d: ShortNames<A, T, E, O, L, N, C>): LongNames<A, T, E, O, L, N, C> {
  return {
    version: d.v,
    amount: d.a,
    amount_extended: d.ae,
    time_start: d.ts,
    time_end: d.te,
    online: d.o,
    algorithm: d.al,
    name: d.n,
    code: d.c,
  };
}
