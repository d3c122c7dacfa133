import { describe, expect, it } from 'vitest';
import { bottomOf, gapsBetween, heightOf, nearestPoint, splitAtGaps, topOf } from './chart-scale.ts';

const minute = 60_000;
const at = (minutes: number, value = 1) => ({ at: minutes * minute, value });

describe('a chart', () => {
  it('draws a gap where an interval without work was left out', () => {
    const runs = splitAtGaps([at(5), at(1), at(2), at(6)], minute);
    expect(runs).toEqual([
      [at(1), at(2)],
      [at(5), at(6)],
    ]);
    expect(gapsBetween(runs, { start: 0, end: 10 * minute }, minute)).toEqual([
      { start: 2 * minute, end: 5 * minute },
      { start: 6 * minute, end: 10 * minute },
    ]);
  });

  it('is one gap where nothing was measured', () => {
    expect(gapsBetween([], { start: 0, end: 60 * minute }, minute)).toEqual([{ start: 0, end: 60 * minute }]);
  });

  it('ends its scale at 1, 2 or 5 of a power of ten, and never below 0.01 [workers-02]', () => {
    expect(topOf([])).toBe(0.01);
    expect(topOf([at(1, 0)])).toBe(0.01);
    expect(topOf([at(1, 1.3), at(2, 0.2)])).toBe(2);
    expect(topOf([at(1, 1950.4)])).toBe(2000);
    expect(topOf([at(1, 7)])).toBe(10);
    expect(topOf([at(1, 5)])).toBe(5);
  });

  it('stands linear from zero, or by powers of ten', () => {
    expect(heightOf(50, 100)).toBe(0.5);
    expect(heightOf(120, 100)).toBe(1);
    expect(bottomOf([at(1, 100), at(2, 1.5)], 100)).toBe(1);
    // Not below 0.01, unless all of the chart is.
    expect(bottomOf([at(1, 0.002), at(2, 5)], 5)).toBe(0.01);
    expect(bottomOf([at(1, 0.002)], 0.01)).toBe(0.001);
    expect(heightOf(10, 100, 1)).toBeCloseTo(0.5, 9);
    expect(heightOf(0, 100, 1)).toBe(0);
  });

  it('finds the point under the pointer, none where the next one is too far away', () => {
    const points = [at(1), at(3), at(9)];
    expect(nearestPoint(points, 2.4 * minute, 2 * minute)).toEqual(at(3));
    expect(nearestPoint(points, 2 * minute, 2 * minute)).toEqual(at(1));
    expect(nearestPoint(points, 6.5 * minute, 2 * minute)).toBeNull();
    expect(nearestPoint([], 0, minute)).toBeNull();
  });
});
