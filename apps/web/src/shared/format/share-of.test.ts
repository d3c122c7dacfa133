import { describe, expect, it } from 'vitest';
import { shareOf } from './share-of.ts';

describe('shareOf', () => {
  it.each([
    ['3.8', '5', 0.76],
    ['9', '5', 1],
    ['0', '5', 0],
    ['1', '0', 1],
    ['0', '0', 0],
    ['oddity', '5', 0],
  ])('%s of %s is %d', (amount, whole, share) => {
    expect(shareOf(amount, whole)).toBeCloseTo(share, 10);
  });
});
