import { describe, expect, it } from 'vitest';
import { shareOf } from './share-of.ts';

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
