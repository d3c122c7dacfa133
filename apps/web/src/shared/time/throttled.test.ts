import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { throttled } from './throttled.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('throttled', () => {
  it('hands on the first at once and a burst together', () => {
    const taken: (readonly number[])[] = [];
    const give = throttled<number>(500, (items) => taken.push(items));
    for (const item of [1, 2, 3]) give(item);
    expect(taken).toEqual([[1]]);
    vi.advanceTimersByTime(499);
    expect(taken).toEqual([[1]]);
    vi.advanceTimersByTime(1);
    expect(taken).toEqual([[1], [2, 3]]);
    give(4);
    vi.advanceTimersByTime(500);
    expect(taken).toEqual([[1], [2, 3], [4]]);
  });

  it('is quick again after a pause', () => {
    const taken: (readonly number[])[] = [];
    const give = throttled<number>(500, (items) => taken.push(items));
    give(1);
    vi.advanceTimersByTime(5000);
    give(2);
    expect(taken).toEqual([[1], [2]]);
  });
});
