import { describe, expect, it } from 'vitest';
import { compare, compareCount, foundNothing, hasTreasuryHeld } from './treasury-verdict.ts';

const coin = 10n ** 18n;

describe('a row of a rehearsal of the treasury', () => {
  it('has held where both say the same to the unit, and more than nothing', () => {
    expect(compare('a', 'LTC', 2n * coin, 2n * coin)).toEqual({
      act: 'a',
      what: 'LTC',
      pool: '2',
      other: '2',
      hasHeld: true,
    });
    expect(compare('a', 'LTC', coin, coin + 1n)).toMatchObject({
      other: '1.000000000000000001',
      hasHeld: false,
    });
    expect(compare('a', 'LTC', 0n, 0n).hasHeld).toBe(false);
    expect(compare('a', 'LTC', 0n, 0n, true).hasHeld).toBe(true);
    expect(compareCount('a', 'orders', 1, 1).hasHeld).toBe(true);
    expect(compareCount('a', 'orders', 1, 2).hasHeld).toBe(false);
    expect(compareCount('a', 'orders', 0, 0).hasHeld).toBe(false);
  });

  it('of what should not be has held where nothing is', () => {
    expect(foundNothing('a', 'suspensions', [])).toMatchObject({ pool: 'nothing', hasHeld: true });
    expect(foundNothing('a', 'suspensions', ['LTC', 'XMR'])).toMatchObject({
      pool: 'LTC; XMR',
      hasHeld: false,
    });
  });
});

describe('a rehearsal of the treasury', () => {
  it('has held where each act has compared something and every row has held', () => {
    const [one, two] = [compareCount('one', 'x', 1, 1), compareCount('two', 'x', 1, 1)];
    expect(hasTreasuryHeld(['one', 'two'], [one, two])).toBe(true);
    expect(hasTreasuryHeld(['one', 'two'], [one])).toBe(false);
    expect(hasTreasuryHeld(['one', 'two'], [one, two, compareCount('two', 'y', 1, 2)])).toBe(false);
  });
});
