import { expect, it } from 'vitest';
import { createFaultLog } from './fault-log.ts';

it('tells of a new fault with its stack, and of the same one once a minute with its number', () => {
  let now = 0;
  const lines: unknown[][] = [];
  const log = { warn: (...line: unknown[]) => void lines.push(line) } as never;
  const logFault = createFaultLog(log, 'work could not be recorded', () => now);
  const away = new Error('the database is away');
  const facts = { batch: 'one', unrecorded: 3 };
  for (; now < 120_000; now += 5000) logFault(new Error(away.message), facts);
  const full = new Error('no space left on device');
  logFault(full, facts);
  logFault(away, facts);
  expect(lines).toEqual([
    [{ err: away, ...facts }, 'work could not be recorded, trying again'],
    [{ why: away.message, times: 12, ...facts }, 'work could not be recorded, trying again'],
    [{ err: full, ...facts }, 'work could not be recorded, trying again'],
    [{ err: away, ...facts }, 'work could not be recorded, trying again'],
  ]);
});
