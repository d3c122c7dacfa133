import { describe, expect, it } from 'vitest';
import { hashrateText } from './hashrate-text.ts';

describe('hashrateText', () => {
  it.each([
    [12_340, 'k', 'H', '12.34 MH/s'],
    [12.34, 'm', 'H', '12.34 MH/s'],
    [12_340_000, 'none', 'H', '12.34 MH/s'],
    [999.99, 'k', 'H', '999.99 kH/s'],
    [1000, 'k', 'H', '1.00 MH/s'],
    [95_000, 'none', 'Sol', '95.00 kSol/s'],
    [0.5, 'g', 'H', '500.00 MH/s'],
    [0.5, 'none', 'H', '0.50 H/s'],
    [0, 'm', 'H', '0.00 MH/s'],
  ] as const)('rolls %d %s%s up to %s [shell-11]', (value, unit, measure, text) => {
    expect(hashrateText(value, unit, measure)).toBe(text);
  });

  it('has a text for every unit from none to z [shell-11]', () => {
    const texts = Array.from({ length: 8 }, (_, power) => hashrateText(12.34 * 1000 ** power, 'none', 'H'));
    expect(texts).toEqual([
      '12.34 H/s',
      '12.34 kH/s',
      '12.34 MH/s',
      '12.34 GH/s',
      '12.34 TH/s',
      '12.34 PH/s',
      '12.34 EH/s',
      '12.34 ZH/s',
    ]);
  });

  it('never prints a thousand of a unit that has a next one', () => {
    expect(hashrateText(999.999, 'k', 'H')).toBe('1.00 MH/s');
    expect(hashrateText(999_999_999, 'none', 'H')).toBe('1.00 GH/s');
  });

  it('groups what outgrows the largest unit', () => {
    expect(hashrateText(12_345_678.9, 'z', 'H')).toBe('12,345,678.90 ZH/s');
  });

  it('reads what is no quantity as zero', () => {
    expect(hashrateText(Number.NaN, 'k', 'H')).toBe('0.00 kH/s');
    expect(hashrateText(-3, 'k', 'H')).toBe('0.00 kH/s');
    expect(hashrateText(Number.POSITIVE_INFINITY, 'k', 'H')).toBe('0.00 kH/s');
  });
});
