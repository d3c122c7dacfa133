import { expect, it } from 'vitest';
import { bitcoin } from '../dialects/bitcoin/dialect.ts';
import { SessionShell } from './session-shell.ts';
import type { SessionEnv } from './session-state.ts';

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
