import { describe, expect, it } from 'vitest';
import { areBlocksMissing, chanceOfSoFew } from './withheld-blocks.ts';

describe('blocks that miners of another pool’s work keep back', () => {
  it('are missed when too few are found for what the work finds on average', () => {
    expect(areBlocksMissing(0, 18.42)).toBe(false);
    expect(areBlocksMissing(0, 18.43)).toBe(true);
    expect(areBlocksMissing(1, 19.8)).toBe(false);
    expect(areBlocksMissing(1, 19.81)).toBe(true);
    expect(areBlocksMissing(10, 32.28)).toBe(false);
    expect(areBlocksMissing(10, 32.29)).toBe(true);
    // Half of a hundred are kept back.
    expect(areBlocksMissing(50, 100)).toBe(true);
    expect(areBlocksMissing(60, 100)).toBe(false);
    expect(areBlocksMissing(130, 100)).toBe(false);
  });

  it('are so few by a chance that is Poisson’s', () => {
    expect(chanceOfSoFew(0, 0)).toBe(1);
    expect(chanceOfSoFew(0, 9.21)).toBeCloseTo(1.0003e-4, 7);
    expect(chanceOfSoFew(5, 10)).toBeCloseTo(0.067_086, 6);
    expect(chanceOfSoFew(60, 100)).toBeCloseTo(1.08e-5, 6);
  });

  it('are missed wrongly in one of ten thousand pools at some time, and not in each look of one', () => {
    expect(wronglyMissed(1)).toBeCloseTo(1e-4, 6);
  });

  it('are missed in every pool where half are kept back, and in hardly any where a tenth is', () => {
    expect(wronglyMissed(0.5)).toBeGreaterThan(0.999);
    expect(wronglyMissed(0.9)).toBeCloseTo(0.002_21, 5);
  });
});

/**
 * The chance that a pool is named at some time: its blocks come at this rate for each that is expected. Calculated over the whole of its first
 * 430 expected blocks: the first moment at which `n` blocks are too few, for each `n`, and how many may have been found by then.
 */
function wronglyMissed(rate: number): number {
  const momentOf = (found: number): number => {
    let [low, high] = [0, 2000];
    for (let turn = 0; turn < 50; turn += 1) {
      const middle = (low + high) / 2;
      if (areBlocksMissing(found, middle)) high = middle;
      else low = middle;
    }
    return high;
  };
  const levels = 300;
  let named = 0;
  // By how many were found: pools that were not named before.
  let chances = [1];
  let at = 0;
  for (let level = 0; level < levels; level += 1) {
    const moment = momentOf(level);
    chances = later(chances, rate * (moment - at));
    at = moment;
    named += chances[level] ?? 0;
    chances[level] = 0;
  }
  return named;
}

/** The same, some time later; `mean`: how many are found meanwhile on average. */
function later(chances: readonly number[], mean: number): number[] {
  const more: number[] = [];
  for (let count = 0, term = Math.exp(-mean); count < 80; count += 1, term *= mean / count) more.push(term);
  const sums: number[] = Array.from({ length: Math.min(chances.length + 80, 600) }, () => 0);
  for (const [found, chance] of chances.entries()) {
    if (chance < 1e-20) continue;
    for (const [count, term] of more.entries())
      if (found + count < sums.length) sums[found + count] = (sums[found + count] ?? 0) + chance * term;
  }
  return sums;
}
