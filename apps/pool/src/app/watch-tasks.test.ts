import { describe, expect, it } from 'vitest';
import { watchTasks } from './watch-tasks.ts';

describe('watchTasks', () => {
  const full = new Error('no space left');
  const start = () => {
    const lines: object[] = [];
    const time = { now: 0 };
    const log = { error: (fields: object) => void lines.push(fields) };
    return { lines, time, tasks: watchTasks(log as never, () => time.now) };
  };

  it('logs a failing task with its stack once, then a line a minute with the count, and another fault at once', () => {
    const { lines, time, tasks } = start();
    for (; time.now < 60_000; time.now += 1000) tasks.failed('advance-rounds', full);
    expect(lines).toEqual([{ task: 'advance-rounds', err: full }]);
    tasks.failed('advance-rounds', full);
    tasks.failed('audit', full);
    const other = new Error('the database is away');
    tasks.failed('advance-rounds', other);
    expect(lines.slice(1)).toEqual([
      { task: 'advance-rounds', failures: 60, why: 'no space left' },
      { task: 'audit', err: full },
      { task: 'advance-rounds', err: other },
    ]);
  });

  it('reports a task that has failed for a minute, in whatever way, until it succeeds', () => {
    const { time, tasks } = start();
    tasks.failed('audit', full);
    time.now = 59_000;
    tasks.failed('audit', new Error('the database is away'));
    expect(tasks.problems()).toEqual([]);
    time.now = 60_000;
    expect(tasks.problems()).toEqual(['task audit fails: the database is away']);
    tasks.succeeded('audit');
    expect(tasks.problems()).toEqual([]);
  });

  it('names a task that runs for a quarter of an hour, until it ends', () => {
    const { time, tasks } = start();
    tasks.started('advance-rounds');
    time.now = 899_999;
    expect(tasks.problems()).toEqual([]);
    time.now = 960_000;
    expect(tasks.problems()).toEqual(['task advance-rounds does not end: it runs for 16 minutes']);
    tasks.succeeded('advance-rounds');
    tasks.started('audit');
    tasks.failed('audit', full);
    time.now = 960_001;
    expect(tasks.problems()).toEqual([]);
  });

  it('logs a fault again that had gone in between', () => {
    const { lines, tasks } = start();
    tasks.failed('audit', full);
    tasks.succeeded('audit');
    tasks.failed('audit', full);
    expect(lines).toHaveLength(2);
  });
});
