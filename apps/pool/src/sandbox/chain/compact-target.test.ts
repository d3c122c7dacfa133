import { compactOf, targetOfBits, workOfTarget } from '@openlode/stratum/core/difficulty';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { targetOfWork } from './compact-target.ts';

describe('compact targets', () => {
  it('writes those of Bitcoin', () => {
    expect(compactOf(0xffffn << 208n)).toBe(0x1d00ffff);
    // Block 125552.
    expect(compactOf(0x44b9f2n << 184n)).toBe(0x1a44b9f2);
    // A mantissa with its sign bit set moves up one byte.
    expect(compactOf(0x80n)).toBe(0x02008000);
  });

  it('is never easier than the target it stands for, and off by less than 2^-15 of it', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 255n }), (target) => {
        const read = targetOfBits(compactOf(target));
        expect(read <= target).toBe(true);
        expect((target - read) * 32_768n <= target).toBe(true);
      }),
    );
  });

  it('relates work and target', () => {
    expect(workOfTarget(targetOfWork(2n ** 23n))).toBe(2n ** 23n);
  });
});
