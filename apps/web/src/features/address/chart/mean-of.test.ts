import { describe, expect, it } from 'vitest';
import { meanOf } from './mean-of.ts';

const series = (...values: readonly (number | null)[]) =>
  values.flatMap((value, index) => (value === null ? [] : [{ at: 100 + 10 * index, value }]));

describe('meanOf', () => {
  it.each([
    ['every interval', series(2, 4, 6), 120, 4],
    ['a gap, which is no work', series(6, null, null, 6), 130, 3],
    ['a machine that went, up to now', series(8, 8), 130, 4],
    ['a first interval later than the chart begins', series(null, null, 5), 120, 5],
    // The last interval may be newer than the look at it.
    ['an end before the last interval', series(3, 5), 105, 4],
  ])('is over %s', (_what, points, end, value) => {
    expect(meanOf(points, end, 10)?.value).toBe(value);
  });

  it('begins with the first interval that has work', () => {
    expect(meanOf(series(null, 5, 5), 120, 10)).toEqual({ value: 5, since: 100 });
    expect(meanOf([], 120, 10)).toBeNull();
  });
});
