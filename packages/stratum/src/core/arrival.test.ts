import { expect, it } from 'vitest';
import type { Message } from '../wire/message.ts';
import { type Arrival, judgeByArrival } from './arrival.ts';
import type { Dialect } from './dialect.ts';
import {
  newSessionCore,
  type RejectReason,
  type SessionCore,
  type SessionEnv,
  type Step,
} from './session-state.ts';

const message = { kind: 'request', id: 7, method: 'share', params: [], fields: {} } as unknown as Message;
const now = { ...newSessionCore(), floor: 5n, counts: { shares: 40, faults: 1, repeats: 0 } };
const before = { ...newSessionCore(), counts: { shares: 3, faults: 0, repeats: 0 } };
const jobsBefore = { open: 'then' };

const step = (state: SessionCore, reason?: RejectReason): Step => ({
  state,
  replies: [reason ?? 'accepted'],
  effects: reason === undefined ? [] : [{ kind: 'rejected', reason, login: undefined }],
});

/** Judges as it would have been judged when it came, and keeps what it was asked with. */
function askedWith(then: RejectReason | undefined) {
  const asked: { state: SessionCore; jobs: unknown }[] = [];
  const dialect = {
    receive(state: SessionCore, _message: Message, { jobs }: SessionEnv) {
      asked.push({ state, jobs });
      return step(state, then);
    },
  } as unknown as Dialect;
  return { asked, dialect };
}

function judge(atTurn: Step, then: RejectReason | undefined, waitedMs: number) {
  const { asked, dialect } = askedWith(then);
  const arrival = { at: 1000, state: before, jobs: jobsBefore } as unknown as Arrival;
  const env = { now: 1000 + waitedMs, jobs: { open: 'now' } } as unknown as SessionEnv;
  return { asked, judged: judgeByArrival(dialect, message, atTurn, arrival, env) };
}

it('counts a share whose job was closed while it waited, on the session as it is now', () => {
  const { asked, judged } = judge(step(now, 'stale'), undefined, 2000);
  expect(judged.replies).toEqual(['accepted']);
  expect(judged.state).toBe(now);
  expect(asked).toEqual([{ state: { ...before, counts: now.counts }, jobs: jobsBefore }]);
  // The very counts, so that a share is counted where the session reads them.
  expect(asked[0]?.state.counts).toBe(now.counts);
});

it('leaves stale what was stale when it came, and what waited for more than half a minute', () => {
  expect(judge(step(now, 'stale'), 'stale', 2000).judged.replies).toEqual(['stale']);
  expect(judge(step(now, 'stale'), undefined, 30_000).judged.replies).toEqual(['accepted']);
  const late = judge(step(now, 'stale'), undefined, 30_001);
  expect([late.judged.replies, late.asked]).toEqual([['stale'], []]);
});

it('asks again about nothing that was accepted, or refused for another reason', () => {
  for (const reason of [undefined, 'duplicate', 'low-difficulty', 'malformed'] as const) {
    const atTurn = step(now, reason);
    const { asked, judged } = judge(atTurn, undefined, 0);
    expect(judged, reason).toBe(atTurn);
    expect(asked, reason).toEqual([]);
  }
});

it('refuses a share that waited with the reason of its turn, where the one of before is no better', () => {
  expect(judge(step(now, 'stale'), 'duplicate', 0).judged.replies).toEqual(['stale']);
});
