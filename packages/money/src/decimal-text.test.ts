import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutAmount,
  cutDecimals,
  plainDecimal,
  printDecimal,
  reaches,
  readDecimal,
  shareOf,
  shownAmount,
  wholeUnits,
} from './decimal-text.ts';

describe('cutDecimals', () => {
  it.each([
    ['12.712926300000000001', 6, '12.712926'],
    ['12.3450001', 4, '12.345'],
    ['12.9999', 2, '12.99'],
    ['5', 8, '5'],
    ['0.000000001', 8, '0'],
    ['7.5', 0, '7'],
    ['123456789012345678901234567890.129', 2, '123456789012345678901234567890.12'],
  ])('%s at %d places is %s', (amount, decimals, expected) => {
    expect(cutDecimals(amount, decimals)).toBe(expected);
  });
});

describe('shownAmount', () => {
  it('shows what came in below the last decimal of the coin, in place of a zero', () => {
    expect(shownAmount('0', '0.000000000808543926')).toBe('0.0000000008');
    expect(shownAmount('0', '0.000000000000000001')).toBe('0.000000000000000001');
    expect(shownAmount('0.00', '0.0047')).toBe('0.0047');
  });

  it('leaves every other amount as it is, and nothing nothing', () => {
    expect(shownAmount('0.00000013', '0.000000131745103654')).toBe('0.00000013');
    expect(shownAmount('3', '3.7')).toBe('3');
    expect(shownAmount('0', '0')).toBe('0');
    expect(shownAmount('0', '0.000')).toBe('0');
  });

  it('cuts to the decimals of the coin, but never to nothing', () => {
    expect(cutAmount('12.345678912', 8)).toBe('12.34567891');
    expect(cutAmount('0.000000000808543926', 8)).toBe('0.0000000008');
    expect(cutAmount('0.4', 0)).toBe('0.4');
  });
});

describe('wholeUnits', () => {
  it.each([
    ['5', 5_000_000_000_000_000_000n],
    ['4.999999999999999999', 4_999_999_999_999_999_999n],
    ['0.000000000000000001', 1n],
    // Beyond the scale of the ledger there is nothing.
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

describe('shareOf', () => {
  it.each([
    ['3.8', '5', 7600],
    ['0.29', '1', 2900],
    ['0.00029', '0.001', 2900],
    ['9', '5', 10_000],
    ['5', '5', 10_000],
    ['4.999999999999999999', '5', 9999],
    ['0', '5', 0],
    ['1', '0', 10_000],
    ['0', '0', 0],
    ['oddity', '5', 0],
  ])('%s of %s is %i hundredths of a percent', (amount, of, share) => {
    expect(shareOf(amount, of)).toBe(share);
  });
});

describe('plainDecimal', () => {
  it.each([
    [0, '0'],
    [100, '100'],
    [12.5, '12.5'],
    [1e21, '1000000000000000000000'],
    [1.25e22, '12500000000000000000000'],
    [1e-7, '0.0000001'],
    [1.5e-9, '0.0000000015'],
  ])('prints %d', (value, text) => {
    expect(plainDecimal(value)).toBe(text);
  });

  it('reads back as the same number', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e30, noNaN: true }), (value) => {
        const text = plainDecimal(value);
        expect(text).toMatch(/^\d+(\.\d+)?$/);
        expect(Number(text)).toBe(value);
      }),
    );
  });
});

describe('printDecimal', () => {
  it('reads back as it was, at any scale', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }),
        fc.integer({ min: 0, max: 40 }),
        (units, scale) => {
          const read = readDecimal(printDecimal(units, scale));
          const digits = BigInt(`${read?.whole}${read?.fraction.padEnd(scale, '0')}`);
          expect(read?.isNegative === true ? -digits : digits).toBe(units);
        },
      ),
    );
  });

  it.each(['', '.5', '5.', '1e3', ' 1', '+1', '0x1', '1,5', '1'.repeat(81), `0.${'1'.repeat(81)}`])(
    'is never what readDecimal refuses: %s',
    (text) => {
      expect(readDecimal(text)).toBeUndefined();
    },
  );
});
