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

  it('counts hours between two looks, in which the process has run as long as its clock says', () => {
    let ranMs = 0;
    const memory = createVerdictMemory({ ran: () => ranMs });
    const looks = [0, 2 * 3_600_000, 4 * 3_600_000].map((now) => {
      ranMs = now;
      return memory.hasStood(1n, 'final', now);
    });
    expect(looks).toEqual([false, true, true]);
    // The machine slept: the clock went on and the process did not.
    expect(memory.hasStood(1n, 'final', 6 * 3_600_000)).toBe(false);
  });

  it('keeps all of many that are heard in turn', () => {
    const memory = createVerdictMemory();
    const pass = (now: number): number => {
      let stood = 0;
      for (let payout = 0n; payout < 12_000n; payout += 1n)
        if (memory.hasStood(payout, 'final', now)) stood += 1;
      return stood;
    };
    expect([pass(0), pass(30_000)]).toEqual([0, 12_000]);
  });

  it('forgets of too many what was not heard for longest', () => {
    const memory = createVerdictMemory({ kept: 2 });
    for (const payout of [1n, 2n, 1n, 3n]) memory.hasStood(payout, 'final', 0);
    expect([1n, 3n, 2n].map((payout) => memory.hasStood(payout, 'final', 30_000))).toEqual([
      true,
      true,
      false,
    ]);
  });
});
