import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberText } from './number-text.ts';

describe('numberText', () => {
  it.each([
    ['1234567.5', '1,234,567.5'],
    ['1234567', '1,234,567'],
    ['999', '999'],
    ['1000', '1,000'],
    ['0.000000019', '0.00000001'],
    ['0.10000000', '0.1'],
    ['-1234.50', '-1,234.5'],
    ['0007', '7'],
    ['0', '0'],
    ['-0.000000001', '0'],
    ['12.', '12'],
  ])('writes %s as %s [shell-11]', (decimal, text) => {
    expect(numberText(decimal)).toBe(text);
  });

  it('keeps digits that a float would lose', () => {
    expect(numberText('123456789012345678901234567890.123456789012345678', 18)).toBe(
      '123,456,789,012,345,678,901,234,567,890.123456789012345678',
    );
  });

  it('takes another precision', () => {
    expect(numberText('1.23456789', 2)).toBe('1.23');
    expect(numberText('1.99', 0)).toBe('1');
  });

  it.each(['', 'abc', '1e5', '1,000', '.5', '--1'])(
    'leaves %j, which is no plain decimal, as it is',
    (text) => {
      expect(numberText(text)).toBe(text);
    },
  );

  it('changes nothing but commas and needless zeros', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 60n }), (value) => {
        expect(numberText(String(value)).replaceAll(',', '')).toBe(String(value));
      }),
    );
  });

  it('is linear in the length of the text', () => {
    const started = performance.now();
    expect(numberText(`1.${'0'.repeat(1_000_000)}x`)).toHaveLength(1_000_003);
    expect(numberText(`${'0'.repeat(1_000_000)}.${'0'.repeat(1_000_000)}`)).toBe('0');
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
