import { describe, expect, it } from 'vitest';
import { roundDown } from './round-down.ts';

describe('roundDown', () => {
  it.each([
    ['12.712926300000000001', 6, '12.712926'],
    ['12.3450001', 4, '12.345'],
    ['12.9999', 2, '12.99'],
    ['5', 8, '5'],
    ['0.000000001', 8, '0'],
    ['7.5', 0, '7'],
    ['123456789012345678901234567890.129', 2, '123456789012345678901234567890.12'],
  ])('%s at %d places is %s', (amount, decimals, expected) => {
    expect(roundDown(amount, decimals)).toBe(expected);
  });
});
