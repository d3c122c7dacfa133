import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, parseAmount, roundDownTo, unitsPerSatoshi } from './amount.ts';

describe('amount', () => {
  it('reads and prints decimal text at a scale of 18', () => {
    expect(parseAmount('12.5')).toBe(12_500_000_000_000_000_000n);
    expect(parseAmount('0.000000000000000001')).toBe(1n);
    expect(formatAmount(10_269_090_000_000_000_000n)).toBe('10.26909');
    expect(formatAmount(0n)).toBe('0');
    expect(formatAmount(-1n)).toBe('-0.000000000000000001');
  });

  it.each(['', '1e5', ' 1', '1.', '.5', '0x10', '1,000', 'NaN', '0.0000000000000000001'])(
    'refuses %j',
    (text) => {
      expect(() => parseAmount(text)).toThrow(RangeError);
    },
  );

  it('prints what it reads, up to 2^200 [L6]', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n - 1n }), (units) => {
        expect(parseAmount(formatAmount(units))).toBe(units);
      }),
    );
  });

  it('has ten thousand million units in a satoshi', () => {
    expect(unitsPerSatoshi).toBe(10_000_000_000n);
    expect(formatAmount(100_000_000n * unitsPerSatoshi)).toBe('1');
  });

  it('rounds down to what a coin can pay', () => {
    expect(roundDownTo(8, parseAmount('0.123456789'))).toBe(parseAmount('0.12345678'));
    expect(roundDownTo(0, parseAmount('7.999'))).toBe(parseAmount('7'));
    expect(roundDownTo(18, 5n)).toBe(5n);
    expect(() => roundDownTo(8, -1n)).toThrow(RangeError);
  });
});
