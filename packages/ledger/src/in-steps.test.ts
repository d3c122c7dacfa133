import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce, eachInSteps, firstInSteps, itemsAStep, sortInSteps } from './in-steps.ts';

describe('a reckoning in steps', () => {
  it('visits every item once and in order, and stops after each step', () => {
    const seen: number[] = [];
    const items = Array.from({ length: 2 * itemsAStep + 1 }, (_, index) => index);
    const steps = eachInSteps(items, (item) => seen.push(item));
    expect(steps.next().done).toBe(false);
    expect(seen).toHaveLength(2000);
    expect(steps.next().done).toBe(false);
    expect(seen).toHaveLength(4000);
    expect(steps.next().done).toBe(true);
    expect(seen).toEqual(items);
  });

  it('does a short one without a stop', () => {
    const steps = sortInSteps([3, 1, 2], (a, b) => a - b);
    expect(steps.next()).toEqual({ done: true, value: [1, 2, 3] });
  });

  it('sorts as the language does, equals in their order', () => {
    const few = fc.record({ key: fc.nat(50), tag: fc.nat() });
    fc.assert(
      fc.property(fc.array(few, { minLength: 0, maxLength: 40 }), fc.constantFrom(1, 120), (some, times) => {
        const items = Array.from({ length: times }, () => some).flat();
        const compare = (a: { key: number }, b: { key: number }): number => a.key - b.key;
        expect(atOnce(sortInSteps(items, compare))).toEqual(items.toSorted(compare));
      }),
      { numRuns: 60 },
    );
  });

  it('finds those that a sort would put first, however many, and stops on the way', () => {
    const compare = (a: number, b: number): number => {
      if (a === b) throw new Error('an item was compared with itself');
      return a - b;
    };
    const distinct = fc.uniqueArray(fc.integer(), { maxLength: 80 });
    const orders = fc.constantFrom('as they come', 'rising', 'falling');
    fc.assert(
      fc.property(distinct, fc.nat(80), orders, (some, count, order) => {
        const rising = some.toSorted((a, b) => a - b);
        const items = { 'as they come': some, rising, falling: rising.toReversed() }[order];
        const first = atOnce(firstInSteps(items, count, compare));
        expect(first.toSorted((a, b) => a - b)).toEqual(rising.slice(0, count));
      }),
    );
    const many = Array.from({ length: 10_007 }, (_, index) => (index * 7919) % 10_007);
    const steps = firstInSteps(many, 3, compare);
    expect(steps.next().done).toBe(false);
    expect(new Set(atOnce(firstInSteps(many, 3, compare)))).toEqual(new Set([0, 1, 2]));
    expect(atOnce(firstInSteps(many, 10_006, compare))).not.toContain(10_006);
  });
});
