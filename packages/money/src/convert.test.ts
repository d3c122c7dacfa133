import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAmount } from './amount.ts';
import { convert, formatRate, rateBetween, valueInUsd } from './convert.ts';

describe('convert', () => {
  it('converts by the ratio of two dollar prices, rounded down', () => {
    const rate = rateBetween('102400.0', '0.33');
    expect(convert(parseAmount('0.0001'), rate)).toBe(31_030303030303030303n);
    expect(formatRate(rate)).toBe('310303.030303030303');
  });

  it('prints small and whole rates', () => {
    expect(formatRate(rateBetween('0.33', '102400'))).toBe('0.00000322265625');
    expect(formatRate(rateBetween('5', '5'))).toBe('1');
    expect(formatRate(rateBetween('1', '3'), 4)).toBe('0.3333');
  });

  it('values an amount in dollars', () => {
    expect(valueInUsd(parseAmount('0.5'), '102400.25')).toBe(parseAmount('51200.125'));
  });

  it.each(['0', '0.00', '-1', '1e5', 'NaN', '', 'Infinity'])('refuses the price %j', (text) => {
    expect(() => rateBetween(text, '1')).toThrow(RangeError);
    expect(() => rateBetween('1', text)).toThrow(RangeError);
  });

  it('never gives away more than the amount is worth, and keeps less than one unit', () => {
    const price = fc
      .tuple(fc.bigInt({ min: 1n, max: 10n ** 18n }), fc.integer({ min: 0, max: 18 }))
      .map(([digits, scale]) => {
        const text = digits.toString().padStart(scale + 1, '0');
        return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
      });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 200n }), price, price, (amount, sold, bought) => {
        const rate = rateBetween(sold, bought);
        const got = convert(amount, rate);
        expect(got * rate.denominator <= amount * rate.numerator).toBe(true);
        expect((got + 1n) * rate.denominator > amount * rate.numerator).toBe(true);
      }),
    );
  });
});
