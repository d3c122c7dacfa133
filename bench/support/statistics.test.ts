import { describe, expect, it } from 'vitest';
import { percentile, spreadOf } from './statistics.ts';

describe('spreads and percentiles', () => {
  it('takes the middle value, and half way between two', () => {
    expect(spreadOf([30, 10, 20])).toEqual({ median: 20, min: 10, max: 30 });
    expect(spreadOf([4, 1, 3, 2])).toEqual({ median: 2.5, min: 1, max: 4 });
  });

  it('interpolates percentiles', () => {
    const oneToHundredOne = Array.from({ length: 101 }, (_, index) => index + 1);
    expect(percentile(oneToHundredOne, 99)).toBe(100);
    expect(percentile(oneToHundredOne, 0)).toBe(1);
    expect(percentile([1, 2], 75)).toBe(1.75);
  });

  it('refuses to summarise nothing', () => {
    expect(() => spreadOf([])).toThrow('no values');
  });
});
