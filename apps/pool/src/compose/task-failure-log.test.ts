import { expect, it } from 'vitest';
import { taskFailureLog } from './task-failure-log.ts';

it('logs a failing task with its stack once, then a line a minute with the count, and another fault at once', () => {
  const lines: object[] = [];
  let now = 0;
  const tell = taskFailureLog({ error: (fields: object) => void lines.push(fields) } as never, () => now);
  const full = new Error('no space left');
  for (; now < 60_000; now += 1000) tell('advance-rounds', full);
  expect(lines).toEqual([{ job: 'advance-rounds', err: full }]);
  tell('advance-rounds', full);
  tell('audit', full);
  const other = new Error('the database is away');
  tell('advance-rounds', other);
  expect(lines.slice(1)).toEqual([
    { job: 'advance-rounds', failures: 60, why: 'no space left' },
    { job: 'audit', err: full },
    { job: 'advance-rounds', err: other },
  ]);
});
