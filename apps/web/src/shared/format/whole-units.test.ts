import { describe, expect, it } from 'vitest';
import { reaches, wholeUnits } from './whole-units.ts';

describe('wholeUnits', () => {
  it.each([
    ['5', 5_000_000_000_000_000_000n],
    ['4.999999999999999999', 4_999_999_999_999_999_999n],
    ['0.000000000000000001', 1n],
    // Beyond the scale of the books there is nothing.
    ['0.0000000000000000019', 1n],
    ['oddity', null],
    ['1e3', null],
    ['-1', null],
  ])('reads %s', (amount, units) => {
    expect(wholeUnits(amount)).toBe(units);
  });

  it('tells an amount from one that a float takes for the same', () => {
    expect(reaches('4.999999999999999999', '5')).toBe(false);
    expect(reaches('5', '5.000000000000000000')).toBe(true);
    expect(reaches('12345678901234567.1', '12345678901234567.2')).toBe(false);
  });
});
