import { describe, expect, it } from 'vitest';
import { createVerdictMemory } from './verdict-memory.ts';

describe('createVerdictMemory', () => {
  it('answers yes when the same was heard for half a minute, and begins again where it was not', () => {
    const memory = createVerdictMemory();
    expect([0, 10_000, 29_999, 30_000, 40_000].map((now) => memory.hasStood(1n, 'final', now))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(memory.hasStood(1n, 'invalidated', 50_000)).toBe(false);
    expect(memory.hasStood(1n, undefined, 60_000)).toBe(false);
    expect(memory.hasStood(1n, 'invalidated', 90_000)).toBe(false);
    expect(memory.hasStood(2n, 'invalidated', 125_000)).toBe(false);
    expect(memory.hasStood(1n, 'invalidated', 120_000)).toBe(true);
  });

  it('counts no time in which the clock was set', () => {
    const memory = createVerdictMemory();
    const ahead = 300 * 86_400_000;
    expect(
      [0, ahead, ahead + 20_000, 1000, 20_000, 31_000].map((now) => memory.hasStood(1n, 'final', now)),
    ).toEqual([false, false, false, false, false, true]);
  });

  it('forgets the oldest of too many', () => {
    const memory = createVerdictMemory();
    for (let payout = 0n; payout <= 10_000n; payout += 1n) memory.hasStood(payout, 'final', 0);
    expect([0n, 1n, 10_000n].map((payout) => memory.hasStood(payout, 'final', 30_000))).toEqual([
      false,
      false,
      true,
    ]);
  });
});
