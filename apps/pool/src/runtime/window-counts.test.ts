import { describe, expect, it } from 'vitest';
import { WindowCounts } from './window-counts.ts';

describe('counts by window', () => {
  it('sum up for each key until its own window is over', () => {
    const counts = new WindowCounts(1000);
    expect(counts.spend('a', 0)).toEqual({ current: 1, leftMs: 1000 });
    expect(counts.spend('a', 400, 5)).toEqual({ current: 6, leftMs: 600 });
    expect(counts.spend('b', 900)).toEqual({ current: 1, leftMs: 1000 });
    expect(counts.spent('a', 999)).toBe(6);
    expect(counts.spent('a', 1000)).toBe(0);
    expect(counts.spend('a', 1000)).toEqual({ current: 1, leftMs: 1000 });
    expect(counts.spent('b', 1899)).toBe(1);
    expect(counts.spent('nobody', 0)).toBe(0);
  });

  it('are forgotten from the oldest on: those that are over, and what is too many', () => {
    const counts = new WindowCounts(1000);
    for (const [key, at] of [
      ['a', 0],
      ['b', 500],
      ['c', 600],
      ['a', 1100],
    ] as const)
      counts.spend(key, at);
    counts.forget(1500);
    expect([counts.size, counts.has('b'), counts.has('c'), counts.has('a')]).toEqual([2, false, true, true]);
    counts.forget(1500, 1);
    expect([counts.size, counts.has('a')]).toEqual([1, true]);
  });
});
