import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const drain = (queue: FairQueue<string>): string[] => {
  const all: string[] = [];
  for (let next = queue.next(); next !== undefined; next = queue.next()) all.push(next);
  return all;
};

describe('a fair queue', () => {
  it('takes one entry of each owner in turn, the oldest first', () => {
    const queue = new FairQueue<string>(10);
    for (const entry of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(entry.slice(0, 1), entry);
    expect(queue.size).toBe(6);
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.size).toBe(0);
  });

  it('makes room at the cost of the owner with the most', () => {
    const queue = new FairQueue<string>(3);
    expect(queue.add('a', 'a1')).toBeUndefined();
    expect(queue.add('a', 'a2')).toBeUndefined();
    expect(queue.add('a', 'a3')).toBeUndefined();
    expect(queue.add('b', 'b1')).toBe('a3');
    expect(queue.add('a', 'a4')).toBe('a4');
    expect(drain(queue)).toEqual(['a1', 'b1', 'a2']);
  });

  it('never holds more than it may, and loses nothing else', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.nat(4), { freq: 3 })),
        fc.integer({ min: 1, max: 6 }),
        (deeds, max) => {
          const queue = new FairQueue<number>(max);
          let [added, gone] = [0, 0];
          for (const [entry, owner] of deeds.entries()) {
            if (owner === null) gone += queue.next() === undefined ? 0 : 1;
            else {
              added += 1;
              gone += queue.add(String(owner), entry) === undefined ? 0 : 1;
            }
            expect(queue.size).toBe(added - gone);
            expect(queue.size).toBeLessThanOrEqual(max);
          }
        },
      ),
    );
  });
});
