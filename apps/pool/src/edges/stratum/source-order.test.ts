import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginOrder, isWorkless, lookAtOrder, type SourceOrder } from './source-order.ts';

/** Looks once a second from 0 on: each letter string says for each source whether it gives work, `1` or `-`. */
function after(looks: readonly (readonly [seconds: number, work: string])[]): SourceOrder[] {
  const count = looks[0]?.[1].length ?? 0;
  let order = beginOrder(count, 0);
  let now = 0;
  return looks.map(([seconds, work]) => {
    for (let second = 0; second < seconds; second += 1) {
      now += 1000;
      order = lookAtOrder(
        order,
        work.split('').map((each) => each === '1'),
        now,
      );
    }
    return order;
  });
}
const usedAfter = (...looks: Parameters<typeof after>[0]): number[] => after(looks).map(({ using }) => using);

describe('the order of sources', () => {
  it('begins with the first, and waits five seconds for it before it takes another one', () => {
    expect(usedAfter([4, '-1'], [1, '-1'])).toEqual([0, 1]);
    expect(usedAfter([4, '-1'], [1, '11'])).toEqual([0, 0]);
  });

  it('goes on with the first that gives work where the one in use has given none for five seconds', () => {
    expect(usedAfter([1, '111'], [4, '-11'], [1, '-11'])).toEqual([0, 0, 1]);
    expect(usedAfter([1, '111'], [5, '--1'])).toEqual([0, 2]);
    expect(usedAfter([1, '-11'], [5, '-11'], [5, '1-1'])).toEqual([0, 1, 0]);
  });

  it('does not move for a break that is shorter', () => {
    expect(usedAfter([1, '11'], [4, '-1'], [1, '11'], [4, '-1'], [1, '11'])).toEqual([0, 0, 0, 0, 0]);
  });

  it('goes back when one further up has given work for five minutes without a break', () => {
    expect(usedAfter([1, '11'], [5, '-1'], [300, '11'], [1, '11'])).toEqual([0, 1, 1, 0]);
    expect(usedAfter([1, '11'], [5, '-1'], [200, '11'], [5, '-1'], [300, '11'], [1, '11'])).toEqual([
      0, 1, 1, 1, 1, 0,
    ]);
    // A moment between two connections is no break.
    expect(usedAfter([1, '11'], [5, '-1'], [200, '11'], [4, '-1'], [97, '11'])).toEqual([0, 1, 1, 1, 0]);
  });

  it('says since when and why', () => {
    const [begun, lost, returned] = after([
      [1, '11'],
      [5, '-1'],
      [301, '11'],
    ]);
    expect(begun).toMatchObject({ using: 0, why: 'begun', since: 0 });
    expect(lost).toMatchObject({ using: 1, why: 'lost', since: 6000 });
    expect(returned).toMatchObject({ using: 0, why: 'returned', since: 307_000 });
  });

  it.each(['-', '--'])('lets miners go after half a minute without work from any, of %j', (none) => {
    const some = none.replace('-', '1');
    const [given, short, long] = after([
      [1, some],
      [30, none],
      [1, none],
    ]) as [SourceOrder, SourceOrder, SourceOrder];
    expect(isWorkless(given, 1000)).toBe(false);
    expect(isWorkless(short, 31_000)).toBe(false);
    expect(isWorkless(long, 32_000)).toBe(true);
    expect(long.using).toBe(0);
  });

  it('moves only from a source without work, or up to one that is sound, and to none without work', () => {
    const look = fc.record({
      ms: fc.integer({ min: 1, max: 400_000 }),
      work: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(look, { maxLength: 60 }), (looks) => {
        let order = beginOrder(3, 0);
        let now = 0;
        const workAt = [0, 0, 0];
        for (const { ms, work } of looks) {
          now += ms;
          const next = lookAtOrder(order, work, now);
          for (const [index, gives] of work.entries()) if (gives) workAt[index] = now;
          if (next.using !== order.using) {
            expect(work[next.using]).toBe(true);
            expect(next.since).toBe(now);
            const isUp = next.using < order.using;
            if (next.why === 'lost') {
              expect(now - (workAt[order.using] ?? 0)).toBeGreaterThanOrEqual(5000);
              // The first that gives work.
              expect(work.indexOf(true)).toBe(next.using);
            } else {
              expect(isUp).toBe(true);
              expect(now - (next.sources[next.using]?.soundSince ?? now)).toBeGreaterThanOrEqual(300_000);
            }
          } else if (work.includes(true) && now - (workAt[order.using] ?? 0) >= 5000)
            throw new Error('it stays with a source without work, where another one gives some');
          order = next;
        }
      }),
      { numRuns: 500 },
    );
  });
});
