import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drainTo, drawTokens, fullBucket, giveTokens, isFull, takeTokens } from './token-bucket.ts';

const rules = { perSecond: 5, burst: 20 };

describe('a token bucket', () => {
  it('gives its burst at once, then its rate', () => {
    const bucket = fullBucket(rules, 0);
    let taken = 0;
    while (takeTokens(bucket, rules, 1, 0)) taken += 1;
    expect(taken).toBe(20);
    expect(takeTokens(bucket, rules, 1, 199)).toBe(false);
    expect(takeTokens(bucket, rules, 1, 200)).toBe(true);
    expect(takeTokens(bucket, rules, 1, 200)).toBe(false);
    giveTokens(bucket, rules, 100, 200);
    expect(bucket.tokens).toBe(20);
  });

  it('goes into debt for what was used already, and is out of it when that has come back', () => {
    const bucket = fullBucket(rules, 0);
    expect(drawTokens(bucket, rules, 20, 0)).toBe(true);
    expect(drawTokens(bucket, rules, 10, 0)).toBe(false);
    expect(bucket.tokens).toBe(-10);
    expect(drawTokens(bucket, rules, 0, 1999)).toBe(false);
    expect(drawTokens(bucket, rules, 0, 2000)).toBe(true);
    expect(drawTokens(bucket, rules, -100, 2000)).toBe(true);
    expect(bucket.tokens).toBe(20);
  });

  it('is full again when all has come back, and is drained to the share that another has left', () => {
    const bucket = fullBucket(rules, 0);
    takeTokens(bucket, rules, 5, 0);
    expect(isFull(bucket, rules, 999)).toBe(false);
    expect(isFull(bucket, rules, 1000)).toBe(true);
    const large = { perSecond: 1, burst: 100 };
    const other = fullBucket(large, 1000);
    takeTokens(other, large, 75, 1000);
    drainTo(bucket, rules, other, large, 1000);
    expect(bucket.tokens).toBe(5);
  });

  it('never gives more than its burst and what has refilled, whenever it is asked', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5000, max: 5000 }), { maxLength: 400 }), (steps) => {
        const bucket = fullBucket(rules, 0);
        let now = 0;
        let forward = 0;
        let taken = 0;
        for (const step of steps) {
          now += step;
          forward += Math.max(0, step);
          if (takeTokens(bucket, rules, 1, now)) taken += 1;
          expect(bucket.tokens).toBeGreaterThanOrEqual(0);
          expect(bucket.tokens).toBeLessThanOrEqual(20);
        }
        expect(taken).toBeLessThanOrEqual(20 + (forward / 1000) * 5 + 1e-6);
      }),
    );
  });

  it('refuses no one who stays at the rate', () => {
    const bucket = fullBucket(rules, 0);
    for (let now = 0; now < 600_000; now += 200) expect(takeTokens(bucket, rules, 1, now)).toBe(true);
  });
});
