import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { summarised } from './summarised.ts';

describe('a summary of happenings', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('tells of the first at once, and of all others once a minute', () => {
    const reported: unknown[] = [];
    const note = summarised((counts) => reported.push(counts), 60_000);
    note('bytes');
    expect(reported).toEqual([{ bytes: 1 }]);
    for (let each = 0; each < 1000; each += 1) note('bytes');
    note('sockets');
    expect(reported).toHaveLength(1);
    vi.advanceTimersByTime(60_000);
    expect(reported.slice(1)).toEqual([{ bytes: 1000, sockets: 1 }]);
    vi.advanceTimersByTime(60_000);
    note('bytes');
    expect(reported.slice(2)).toEqual([{ bytes: 1 }]);
  });
});
