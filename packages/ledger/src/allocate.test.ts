import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate } from './allocate.ts';

interface Keyed {
  readonly key: number;
  readonly weight: bigint;
}
const byKey = (a: Keyed, b: Keyed) => a.key - b.key;
const weightsOf = (...weights: bigint[]) => weights.map((weight, key) => ({ key, weight }));

const anyWeights = fc
  .array(fc.bigInt({ min: 0n, max: 2n ** 60n }), { minLength: 1, maxLength: 60 })
  .filter((weights) => weights.some((weight) => weight > 0n));
const anyTotal = fc.bigInt({ min: 0n, max: 2n ** 200n });

describe('allocate', () => {
  it('gives the last units to the largest remainders', () => {
    expect(allocate(10n, weightsOf(1n, 1n, 1n), byKey)).toEqual([4n, 3n, 3n]);
    expect(allocate(5n, weightsOf(6n, 3n, 1n), byKey)).toEqual([3n, 2n, 0n]);
  });

  it('refuses to share without weights, or a negative total or weight', () => {
    expect(() => allocate(1n, [], byKey)).toThrow(RangeError);
    expect(() => allocate(1n, weightsOf(0n, 0n), byKey)).toThrow(RangeError);
    expect(() => allocate(1n, weightsOf(2n, -1n), byKey)).toThrow(RangeError);
    expect(() => allocate(-1n, weightsOf(1n), byKey)).toThrow(RangeError);
  });

  it('hands out exactly the total and nothing to those without work', () => {
    fc.assert(
      fc.property(anyTotal, anyWeights, (total, weights) => {
        const amounts = allocate(total, weightsOf(...weights), byKey);
        expect(amounts.reduce((sum, amount) => sum + amount, 0n)).toBe(total);
        for (const [key, amount] of amounts.entries()) if (weights[key] === 0n) expect(amount).toBe(0n);
      }),
    );
  });

  it('gives the same to each whatever the order of the input', () => {
    fc.assert(
      fc.property(anyTotal, anyWeights, (total, weights) => {
        const backward = allocate(total, weightsOf(...weights).reverse(), byKey);
        expect(backward.reverse()).toEqual(allocate(total, weightsOf(...weights), byKey));
      }),
    );
  });

  it('gives equal work amounts that differ by at most one unit', () => {
    fc.assert(
      fc.property(anyTotal, anyWeights, (total, weights) => {
        const amounts = new Map<bigint, bigint[]>();
        for (const [key, amount] of allocate(total, weightsOf(...weights), byKey).entries()) {
          const weight = weights[key] ?? 0n;
          amounts.set(weight, [...(amounts.get(weight) ?? []), amount]);
        }
        for (const group of amounts.values()) {
          const sorted = group.toSorted((a, b) => (a < b ? -1 : 1));
          expect((sorted.at(-1) ?? 0n) - (sorted[0] ?? 0n)).toBeLessThanOrEqual(1n);
        }
      }),
    );
  });
});
