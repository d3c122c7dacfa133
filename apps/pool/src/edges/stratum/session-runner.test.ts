import type { Arrival } from '@openlode/stratum/core/arrival';
import type { Dialect } from '@openlode/stratum/core/dialect';
import { newSessionCore, type SessionCore, type SessionEnv } from '@openlode/stratum/core/session-state';
import { expect, it } from 'vitest';
import type { ConnectionHost, SessionConnection } from './connection-host.ts';
import type { LineSender } from './line-sender.ts';
import { SessionRunner } from './session-runner.ts';

const nothing = (): void => undefined;
const share = '{"id":1,"method":"share"}';

/** Every share is verified later, and anything else has no answer. */
const dialect = {
  open: newSessionCore,
  classOf: () => 'submit',
  loginText: () => undefined,
  receive: (state: SessionCore, message: { readonly method?: string }) => ({
    state,
    replies: [],
    effects: message.method === 'share' ? [{ kind: 'verify', share: 0, input: 0 }] : [],
  }),
  complete: (state: SessionCore) => ({ state, replies: ['verified\n'], effects: [] }),
} as unknown as Dialect;

it('looks at each line once that waits behind shares, however many of both there are', async () => {
  const verdicts: (() => void)[] = [];
  const replies: string[] = [];
  let taken = 0;
  const jobs = { asNow: () => jobs };
  const host = {
    dialects: [dialect],
    env: () => ({ now: 0, jobs }) as unknown as SessionEnv,
    verify: () => new Promise<void>((resolve) => verdicts.push(resolve)),
  } as unknown as ConnectionHost;
  const connection = {
    permit: { allowMessage: () => true },
    destroyed: false,
    pauseReading: nothing,
    readOn: nothing,
    closeIfBanned: nothing,
    guard: (work: () => void) => work(),
    takeLine(line: string, arrival: Arrival) {
      taken += 1;
      runner.takeLine(line, arrival);
    },
  } as unknown as SessionConnection;
  const sender = { add: (text: string) => replies.push(text), schedule: nothing } as unknown as LineSender;
  const runner = new SessionRunner(1, connection, sender, host);
  const lines = [...Array.from({ length: 100 }, () => share), ...Array.from({ length: 20_000 }, () => '1')];
  for (const line of lines) runner.takeLine(line);
  while (verdicts.length > 0) {
    verdicts.shift()?.();
    await new Promise(setImmediate);
  }
  expect(replies).toEqual(Array.from({ length: 100 }, () => 'verified\n'));
  // All but the first, which was looked at as it came.
  expect(taken).toBe(20_099);
  expect(runner.isHeld).toBe(false);
});

it('answers a share whose verdict is there at once without pausing, and in order with those that wait', async () => {
  const judged = {
    ...dialect,
    complete: (state: SessionCore, _share: unknown, verdict: unknown) => ({
      state,
      replies: [`${String(verdict)} `],
      effects: [],
    }),
  } as unknown as Dialect;
  const waiting: ((verdict: number) => void)[] = [];
  const happened: string[] = [];
  let count = 0;
  const jobs = { asNow: () => jobs };
  const host = {
    dialects: [judged],
    env: () => ({ now: 0, jobs }) as unknown as SessionEnv,
    // Each third one waits.
    verify: () => (++count % 3 === 0 ? new Promise((resolve) => waiting.push(resolve)) : count),
  } as unknown as ConnectionHost;
  const connection = {
    permit: { allowMessage: () => true },
    destroyed: false,
    pauseReading: () => happened.push('paused '),
    readOn: () => happened.push('read on '),
    closeIfBanned: nothing,
    guard: (work: () => void) => work(),
    takeLine: (line: string, arrival: Arrival) => runner.takeLine(line, arrival),
  } as unknown as SessionConnection;
  const sender = { add: (text: string) => happened.push(text), schedule: nothing } as unknown as LineSender;
  const runner = new SessionRunner(1, connection, sender, host);
  for (let each = 0; each < 5; each += 1) runner.takeLine(share);
  expect(happened.join('')).toBe('1 2 paused ');
  waiting.shift()?.(3);
  await new Promise(setImmediate);
  expect(happened.join('')).toBe('1 2 paused 3 4 5 read on ');
  runner.takeLine(share);
  runner.takeLine(share);
  expect(runner.isHeld).toBe(true);
  waiting.shift()?.(6);
  await new Promise(setImmediate);
  expect(happened.join('')).toBe('1 2 paused 3 4 5 read on paused 6 7 read on ');
});
