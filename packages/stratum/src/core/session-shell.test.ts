import { expect, it } from 'vitest';
import { bitcoin } from '../dialects/bitcoin/dialect.ts';
import type { Message } from '../wire/message.ts';
import type { Dialect, SessionNumbers, SessionSeats } from './dialect.ts';
import type { OpenJob } from './jobs.ts';
import { SessionShell } from './session-shell.ts';
import { newSessionCore, type SessionCore, type SessionEnv } from './session-state.ts';

/** Only what an arrival is made of. */
const envOf = (now: number, seen: object): SessionEnv =>
  ({ now, jobs: { asNow: () => seen } }) as unknown as SessionEnv;

it('messages that come together and wait are kept with one arrival: thousands may wait', () => {
  const shell = new SessionShell(1, [bitcoin]);
  const seen = {};
  const first = shell.arrival(envOf(1000, seen));
  expect(first).toMatchObject({ at: 1000, jobs: seen });
  expect(shell.arrival(envOf(1999, seen), first)).toBe(first);
  expect(shell.arrival(envOf(2000, seen), first)).toMatchObject({ at: 2000 });
  const others = {};
  expect(shell.arrival(envOf(1001, others), first).jobs).toBe(others);
  expect(shell.arrival(envOf(1001, seen))).not.toBe(first);
});

/** A dialect of which a suite says what it has; its state is its name, with what was done to it. */
function dialectOf(name: string, more: Partial<Dialect> = {}): Dialect {
  return {
    name,
    recognises: (first: Message) => first.kind === 'request' && first.method === name,
    open: (number: number) => ({ ...newSessionCore(), floor: BigInt(number) }),
    receive: (state: SessionCore) => ({ state, replies: [], effects: [] }),
    isMining: () => true,
    refusal: (_id: unknown, code: number, text: string) => `${name} ${code} ${text}\n`,
    notice: (text: string) => `${name} says ${text}\n`,
    ...more,
  } as unknown as Dialect;
}
const first = (method: string) =>
  ({ kind: 'request', id: 1, method, params: [], fields: {} }) as unknown as Message;
const env = envOf(0, {});

it('is of the dialect of its first message for good, and of the first of its port before it said anything', () => {
  const shell = new SessionShell(9, [dialectOf('one'), dialectOf('two', { reconnect: 'again\n' })]);
  expect([shell.isMining, shell.reconnect, shell.grants]).toEqual([false, undefined, []]);
  expect(shell.refusal(null, 24, 'no')).toBe('one 24 no\n');
  expect(shell.complete({}, {}, env)).toBeUndefined();
  expect(shell.announce({} as OpenJob, env)).toBeUndefined();
  shell.receive(first('two'), env);
  expect([shell.isMining, shell.reconnect]).toEqual([true, 'again\n']);
  expect(shell.notice('hi')).toBe('two says hi\n');
  shell.receive(first('one'), env);
  expect(shell.refusal(null, 24, 'no')).toBe('two 24 no\n');
});

it('ends where its number is withdrawn before it said anything, and keeps its work apart where it needs none', () => {
  expect(new SessionShell(9, [dialectOf('one'), dialectOf('two')]).withdrawNumber()).toBe('ends');
  const without = new SessionShell(9, [dialectOf('one')]);
  expect([without.withdrawNumber(), without.number]).toEqual(['keeps', 9]);
  without.replaceNumber(10);
  expect(without.number).toBe(9);
});

it('waits for another number where its dialect has them, or ends where its miner cannot be given one', () => {
  const numbers = (canWait: boolean): SessionNumbers => ({
    of: ({ floor }) => Number(floor),
    grants: () => [],
    withdraw: (state) => (canWait ? { ...state, floor: 0n } : undefined),
    replace: (state, number) => ({ ...state, floor: BigInt(number) }),
  });
  const waiting = new SessionShell(9, [dialectOf('one', { numbers: numbers(true) })]);
  expect([waiting.number, waiting.withdrawNumber(), waiting.number]).toEqual([9, 'waits', 0]);
  waiting.replaceNumber(12);
  expect(waiting.number).toBe(12);
  const deaf = new SessionShell(9, [dialectOf('one', { numbers: numbers(false) })]);
  expect([deaf.withdrawNumber(), deaf.number]).toEqual(['ends', 9]);
});

it('takes a seat where its dialect has them, and says where it can only come again', () => {
  const seats: SessionSeats = {
    asks: (message) => message === sits,
    mayMove: ({ floor }) => floor === 9n,
    take: (state, seat) => (seat === 'free' ? { ...state, floor: 1n } : undefined),
  };
  const sits = first('sit');
  const shell = new SessionShell(9, [dialectOf('one', { seats })]);
  expect([shell.asksForSeat(sits), shell.asksForSeat(first('share')), shell.mayMove]).toEqual([
    true,
    false,
    true,
  ]);
  expect([shell.takeSeat('taken'), shell.mayMove]).toEqual([false, true]);
  expect([shell.takeSeat('free'), shell.mayMove]).toEqual([true, false]);
  const other = new SessionShell(9, [dialectOf('one')]);
  expect([other.asksForSeat(sits), other.mayMove, other.takeSeat('free')]).toEqual([false, false, false]);
});
