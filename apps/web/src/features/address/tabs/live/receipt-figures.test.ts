import { describe, expect, it } from 'vitest';
import { formatWork, percentOf } from './receipt-figures.ts';

describe('formatWork', () => {
  it('reads in hashes', () => {
    expect(formatWork('192630000000')).toBe('192.63 GH');
    expect(formatWork('0')).toBe('0.00 H');
  });
});

describe('percentOf', () => {
  it.each([
    ['104000000000000', '5200000000000000', '2'],
    ['1', '3', '33.333333'],
    ['660000000000', '66000000000000000', '0.001'],
    ['1', '1000000000000', '0'],
    ['5', '5', '100'],
    ['5', '0', '0'],
    ['x', '5', '0'],
  ])('%s of %s is %s percent', (own, whole, percent) => {
    expect(percentOf(own, whole)).toBe(percent);
  });
});
