import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainDecimal } from './plain-decimal.ts';

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
