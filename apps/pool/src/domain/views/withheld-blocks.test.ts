import { describe, expect, it } from 'vitest';
import { draw, type Honesty, yearOf } from '../testing/luck-years.ts';
import {
  areBlocksHidden,
  areBlocksMissing,
  chanceOfSoFew,
  keepsBlocksBack,
  luckWindows,
} from './withheld-blocks.ts';

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
    expect(wronglyMissed(1, areBlocksMissing)).toBeCloseTo(1e-4, 6);
  });

  it('are missed in every pool where half are kept back, and in hardly any where a tenth is', () => {
    expect(wronglyMissed(0.5, areBlocksMissing)).toBeGreaterThan(0.999);
    expect(wronglyMissed(0.9, areBlocksMissing)).toBeCloseTo(0.002_21, 5);
  });
});

describe('blocks that one miner keeps back', () => {
  const alone = (found: number, expected: number): boolean => keepsBlocksBack(found, expected, 1);

  it('are missed when too few are found for what its work finds on average', () => {
    expect(alone(0, 12.42)).toBe(false);
    expect(alone(0, 12.43)).toBe(true);
    expect(alone(1, 15.36)).toBe(false);
    expect(alone(1, 15.37)).toBe(true);
    expect(alone(10, 33.38)).toBe(false);
    expect(alone(10, 33.4)).toBe(true);
    expect(alone(50, 92)).toBe(false);
    expect(alone(50, 92.1)).toBe(true);
    expect(alone(100, 100)).toBe(false);
    expect(alone(0, 0)).toBe(false);
  });

  it('take more expected ones the more miners are judged', () => {
    expect(keepsBlocksBack(0, 17.36, 100)).toBe(false);
    expect(keepsBlocksBack(0, 17.37, 100)).toBe(true);
  });

  it('are counted however many there are', () => {
    expect(alone(0, 1e7)).toBe(true);
    expect(alone(1_000_000, 1_000_000)).toBe(false);
    expect(alone(1_000_000, 1_010_000)).toBe(true);
  });

  it('are a chance below one in ten thousand (Poisson) wherever they are missed', () => {
    for (let expected = 9; expected < 200; expected += 1)
      for (let found = 0; found < expected; found += 1)
        if (alone(found, expected)) expect(chanceOfSoFew(found, expected)).toBeLessThan(1e-4);
  });

  it('are missed wrongly at some time of one growing count in one of twenty thousand miners at most', () => {
    const wrongly = wronglyMissed(1, alone);
    expect(wrongly).toBeGreaterThan(1e-5);
    expect(wrongly).toBeLessThan(5e-5);
  });

  it('are missed of none of 1,000 honest miners in a year, at any of its looks', () => {
    const named = Array.from({ length: 20 }, (_, seed) => yearOf({ seed, miners: 50, honesty: () => 1 }));
    expect(named.flat()).toEqual([]);
  });

  it.each<[string, number, Honesty, number]>([
    ['all of two a day', 2, 0, 10],
    ['half of four a day', 4, 0.5, 120],
  ])('are found where a miner keeps back %s, and its neighbours are not named', (_, rate, part, days) => {
    for (let seed = 0; seed < 10; seed += 1) {
      const named = yearOf({
        seed,
        miners: 50,
        rateOf: (miner) => (miner === 7 ? rate : undefined),
        honesty: (miner) => (miner === 7 ? part : 1),
      });
      expect(named.map(({ miner }) => miner)).toEqual([7]);
      expect(named[0]?.day).toBeLessThan(days);
    }
  });

  it('are found where an honest miner begins to, however much it has found before', () => {
    for (let seed = 0; seed < 10; seed += 1) {
      const named = yearOf({
        seed,
        miners: 10,
        rateOf: (miner) => (miner === 3 ? 4 : undefined),
        honesty: (miner, day) => (miner === 3 && day >= 100 ? 0 : 1),
      });
      expect(named.map(({ miner }) => miner)).toEqual([3]);
      expect(named[0]?.day).toBeGreaterThanOrEqual(100);
      expect(named[0]?.day).toBeLessThan(110);
    }
  });

  it('of a pool are more than races explain', () => {
    for (const [missing, judged] of [
      [4, 4],
      [4, 7],
      [5, 17],
      [11, 80],
    ] as const) {
      expect(areBlocksHidden(missing, judged)).toBe(true);
      expect(areBlocksHidden(missing - 1, judged)).toBe(false);
      expect(areBlocksHidden(missing, judged * 2)).toBe(false);
    }
    expect(areBlocksHidden(0, 0)).toBe(false);
  });

  it('come by a Poisson distribution in these years', () => {
    const random = draw(1);
    const all = Array.from({ length: 20_000 }, () => random.poisson(3));
    const mean = all.reduce((sum, each) => sum + each, 0) / all.length;
    expect(mean).toBeCloseTo(3, 1);
    expect(all.filter((each) => each === 0).length / all.length).toBeCloseTo(0.0498, 2);
    expect(luckWindows).toEqual([7, 35]);
  });
});

/**
 * The chance that a pool is named at some time: its blocks come at this rate for each that is expected. Calculated over the whole of its first
 * 430 expected blocks: the first moment at which `n` blocks are too few, for each `n`, and how many may have been found by then.
 */
function wronglyMissed(rate: number, isMissed: (found: number, expected: number) => boolean): number {
  const momentOf = (found: number): number => {
    let [low, high] = [0, 2000];
    for (let turn = 0; turn < 50; turn += 1) {
      const middle = (low + high) / 2;
      if (isMissed(found, middle)) high = middle;
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
