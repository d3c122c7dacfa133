import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pplnsWindow } from './pplns.ts';

describe('pplnsWindow', () => {
  it('takes the newest slices and pro-rates the oldest', () => {
    const window = pplnsWindow(
      [
        [{ minerId: 1n, work: 60n }],
        [
          { minerId: 1n, work: 30n },
          { minerId: 2n, work: 50n },
        ],
        [{ minerId: 3n, work: 1000n }],
      ],
      100n,
    );
    // 60 of the newest, then 40 of the next slice's 80: half of it.
    expect(window.work).toBe(100n);
    expect(window.shares).toEqual([
      { minerId: 1n, weight: 6000n, work: 75n },
      { minerId: 2n, weight: 2000n, work: 25n },
    ]);
    expect(window.weight).toBe(8000n);
  });

  it('shares by all the work there is while the pool is younger than its window', () => {
    const window = pplnsWindow([[{ minerId: 7n, work: 5n }]], 100n);
    expect(window).toEqual({ shares: [{ minerId: 7n, weight: 5n, work: 5n }], weight: 5n, work: 5n });
  });

  it('stops exactly at a slice that fills the window', () => {
    const window = pplnsWindow([[{ minerId: 1n, work: 100n }], [{ minerId: 2n, work: 1n }]], 100n);
    expect(window.shares).toEqual([{ minerId: 1n, weight: 100n, work: 100n }]);
  });

  it('is empty without work, and refuses an empty window or negative work', () => {
    expect(pplnsWindow([], 1n)).toEqual({ shares: [], weight: 0n, work: 0n });
    expect(() => pplnsWindow([], 0n)).toThrow(RangeError);
    expect(() => pplnsWindow([[{ minerId: 1n, work: -1n }]], 5n)).toThrow(RangeError);
  });

  it('weighs exactly the window, whatever the slices', () => {
    const slice = fc.array(
      fc.record({ minerId: fc.bigInt({ min: 1n, max: 9n }), work: fc.bigInt({ min: 0n, max: 2n ** 80n }) }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(
        fc.array(slice, { maxLength: 12 }),
        fc.bigInt({ min: 1n, max: 2n ** 84n }),
        (slices, target) => {
          const window = pplnsWindow(slices, target);
          const all = slices.flat().reduce((sum, { work }) => sum + work, 0n);
          expect(window.work).toBe(all < target ? all : target);
          expect(window.shares.reduce((sum, { weight }) => sum + weight, 0n)).toBe(window.weight);
        },
      ),
    );
  });
});
