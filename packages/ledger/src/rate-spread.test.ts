import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateSpread } from './rate-spread.ts';

describe('rateSpread', () => {
  it.each([
    // 100 at bid 99.5 for a coin at 0.25, ask 0.251: 99.5 / 0.251 in place of 400.
    ['396.414342629482071713', ['100'], ['0.25'], '0.9'],
    ['399', ['100'], ['0.25'], '0.25'],
    ['399.98', ['100'], ['0.25'], '0.01'],
    // Two sources: the middle between them.
    ['396', ['99', '101'], ['0.25', '0.25'], '1'],
    ['400', ['100'], ['0.25'], undefined],
    ['399.999', ['100'], ['0.25'], undefined],
    // Better than the middle is no spread.
    ['404', ['100'], ['0.25'], undefined],
    ['400', [], ['0.25'], undefined],
    ['400', ['100'], [], undefined],
  ])('of %s between %j and %j is %s', (rate, sold, bought, expected) => {
    expect(rateSpread(rate, sold, bought)).toBe(expected);
  });

  it('is never above a hundred percent, and what was taken off, to a hundredth', () => {
    const price = fc.integer({ min: 1, max: 10 ** 9 }).map((cents) => (cents / 100).toFixed(2));
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: 9999 }), (usd, hundredths) => {
        const rate = ((10_000 - hundredths) / 10_000).toFixed(4);
        expect(Number(rateSpread(rate, [usd], [usd]))).toBe(hundredths / 100);
      }),
    );
  });
});
