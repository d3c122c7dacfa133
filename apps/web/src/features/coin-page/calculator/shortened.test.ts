import { describe, expect, it } from 'vitest';
import { shortened } from './shortened.ts';

describe('a shortened amount', () => {
  it('has six significant digits, at least two of them decimals, cut and not rounded', () => {
    expect(shortened('1.23456789')).toBe('1.23456');
    expect(shortened('1234567.89999')).toBe('1234567.89');
    expect(shortened('12.5')).toBe('12.5');
  });

  it('keeps four digits of what is below one, so that it is never 0', () => {
    expect(shortened('0.000000123456')).toBe('0.0000001234');
    expect(shortened('0.1')).toBe('0.1');
  });

  it('has no needless zeros', () => {
    expect(shortened('5.0000001')).toBe('5');
    expect(shortened('0')).toBe('0');
    expect(shortened('100')).toBe('100');
  });
});
