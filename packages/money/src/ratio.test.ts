import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, inverse, multiply, parseRatio, type Ratio } from './ratio.ts';

/** Equal as numbers, whatever they are written over. */
const same = (left: Ratio, right: Ratio): boolean =>
  left.numerator * right.denominator === right.numerator * left.denominator;
const ratios = fc.record({
  numerator: fc.bigInt({ min: 0n, max: 10n ** 30n }),
  denominator: fc.bigInt({ min: 1n, max: 10n ** 30n }),
});

describe('a ratio', () => {
  it.each([
    ['0', { numerator: 0n, denominator: 1n }],
    ['12', { numerator: 12n, denominator: 1n }],
    ['0.000000000000000001', { numerator: 1n, denominator: 10n ** 18n }],
    ['1.50', { numerator: 150n, denominator: 100n }],
    ['90071992547409930.1', { numerator: 900_719_925_474_099_301n, denominator: 10n }],
  ])('is read from %s', (text, ratio) => {
    expect(parseRatio(text)).toEqual(ratio);
  });

  it.each(['', '-1', '1e3', 'NaN', '1,5', ' 1', '0x10', '.', '٣'])('is not read from %j', (text) => {
    expect(() => parseRatio(text)).toThrow(RangeError);
  });

  it('tells of a long text its beginning only', () => {
    expect(() => parseRatio(`x${'9'.repeat(1000)}`)).toThrow(
      new RangeError(`not a number: x${'9'.repeat(79)}`),
    );
  });

  it('is multiplied and added exactly', () => {
    const [third, tenth] = [{ numerator: 1n, denominator: 3n }, parseRatio('0.1')];
    expect(same(multiply(third, tenth), { numerator: 1n, denominator: 30n })).toBe(true);
    expect(same(add(third, tenth), { numerator: 13n, denominator: 30n })).toBe(true);
    expect(multiply()).toEqual({ numerator: 1n, denominator: 1n });
  });

  it('has no inverse where it is zero', () => {
    expect(inverse(parseRatio('0.25'))).toEqual({ numerator: 100n, denominator: 25n });
    expect(() => inverse(parseRatio('0.00'))).toThrow(new RangeError('nothing can be divided by zero'));
  });

  it('obeys the laws of fractions', () => {
    fc.assert(
      fc.property(ratios, ratios, ratios, (a, b, c) => {
        expect(same(add(a, b), add(b, a))).toBe(true);
        expect(same(multiply(a, b), multiply(b, a))).toBe(true);
        expect(same(multiply(a, add(b, c)), add(multiply(a, b), multiply(a, c)))).toBe(true);
        if (a.numerator > 0n) expect(same(multiply(a, inverse(a)), multiply())).toBe(true);
      }),
    );
  });
});
