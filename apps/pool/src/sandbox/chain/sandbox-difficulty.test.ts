import { describe, expect, it } from 'vitest';
import { sandboxWork, sandboxWorkMin } from './sandbox-difficulty.ts';

describe('sandboxWork', () => {
  const work = 2n ** 40n;

  it('stays when blocks come every minute', () => {
    expect(sandboxWork(work, 60_000)).toBe(work);
  });

  it('rises when a block comes early and falls while none comes', () => {
    // Half a doubling either way: 2^40 × √2 and 2^40 ÷ √2, to sixteen bits.
    expect(sandboxWork(work, 0)).toBe(1_554_945_933_312n);
    expect(sandboxWork(work, 120_000)).toBe(777_472_966_656n);
    expect(sandboxWork(work, 60_000 + 240_000)).toBe(2n ** 38n);
  });

  it('has a floor, and takes a clock that went backwards for no time at all', () => {
    expect(sandboxWork(work, 1e12)).toBe(sandboxWorkMin);
    expect(sandboxWork(1n, 60_000)).toBe(sandboxWorkMin);
    expect(sandboxWork(work, -5_000)).toBe(sandboxWork(work, 0));
  });
});
