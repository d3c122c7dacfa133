import { describe, expect, it } from 'vitest';
import { powerCost } from './power-cost.ts';

describe('powerCost', () => {
  it.each([
    ['320', '0.125', 24, 0.96],
    ['320', '0.125', 720, 28.8],
    ['', '0.12', 24, null],
    ['320', '', 24, null],
    ['x', '0.12', 24, null],
    ['0', '0.12', 24, null],
  ])('%s W at %s for %i h', (watts, price, hours, expected) => {
    expect(powerCost(watts, price, hours)).toBe(expected);
  });
});
