import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginOrder, isWorkless, lookAtOrder, type SourceOrder } from './source-order.ts';

/** `npm run test:long` plays all runs. */
const isLong = process.env['TEST_LONG'] === '1';

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
  it('begins with the first, and waits half a minute for it before it takes another one', () => {
    expect(usedAfter([29, '-1'], [1, '-1'])).toEqual([0, 1]);
    expect(usedAfter([29, '-1'], [1, '11'])).toEqual([0, 0]);
    // A node that needs six seconds to start is no reason to move anyone.
    expect(usedAfter([5, '-1'], [300, '11'])).toEqual([0, 0]);
    // Once it has given work it is one as any.
    expect(usedAfter([29, '-1'], [1, '11'], [4, '-1'], [1, '-1'])).toEqual([0, 0, 0, 1]);
  });

  it('counts two seconds at most between two looks: a process that stood still has seen nothing', () => {
    let [order] = after([[60, '11']]) as [SourceOrder];
    order = lookAtOrder(order, [false, true], 68_000);
    expect([order.using, order.sources[0]?.silentMs]).toEqual([0, 2000]);
    order = lookAtOrder(order, [false, true], 70_000);
    expect(order.using).toBe(0);
    order = lookAtOrder(order, [false, true], 71_000);
    expect(order.using).toBe(1);
    // Nor is one sound by an hour of which nothing was seen.
    order = lookAtOrder(order, [true, true], 72_000);
    order = lookAtOrder(order, [true, true], 3_700_000);
    expect(order.using).toBe(1);
  });

  it('goes back later after each short stay: 5, 10, 20, 40 minutes, an hour', () => {
    let [, order] = after([
      [1, '11'],
      [5, '-1'],
    ]) as [SourceOrder, SourceOrder];
    let now = 6000;
    const look = (first: boolean): void => {
      now += 1000;
      order = lookAtOrder(order, [first, true], now);
    };
    const pauses: number[] = [];
    const waits: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      look(true);
      const soundFrom = now;
      while (order.using === 1) look(true);
      pauses.push((now - soundFrom) / 60_000);
      const silentFrom = now;
      while (order.using === 0) look(false);
      waits.push((now - silentFrom) / 1000);
    }
    expect(pauses).toEqual([5, 10, 20, 40, 60, 60]);
    // And what is used is given up later: not after more than miners may be without work.
    expect(waits).toEqual([5, 10, 20, 30, 30, 30]);
  });

  it('forgets short stays where a long one ends', () => {
    const short = [
      [1, '11'],
      [5, '-1'],
      [301, '11'],
      [5, '-1'],
      [601, '11'],
    ] as const;
    expect(usedAfter(...short)).toEqual([0, 1, 0, 1, 0]);
    expect(after([...short, [3600, '11'], [5, '-1']]).at(-1)).toMatchObject({ using: 1, shortStays: 0 });
    expect(after([...short, [3500, '11'], [10, '-1']]).at(-1)).toMatchObject({ using: 1, shortStays: 2 });
  });

  it('moves three times a day for a source that has work for 304 of 313 seconds', () => {
    let order = beginOrder(2, 0);
    let moves = 0;
    for (let second = 1; second <= 86_400; second += 1) {
      const next = lookAtOrder(order, [second % 313 > 8, true], 1000 * second);
      if (next.using !== order.using) moves += 1;
      order = next;
    }
    expect(moves).toBe(3);
  });

  it('moves a bounded number of times in a day, whatever the sources do', () => {
    const kinds = ['starve', 'starve-last', 'all', 'random'] as const;
    const spell = fc.record({
      kind: fc.constantFrom(...kinds),
      seconds: fc.integer({ min: 1, max: 4000 }),
    });
    fc.assert(
      fc.property(fc.array(spell, { minLength: 1, maxLength: 12 }), fc.nat(), (spells, seed) => {
        let order = beginOrder(3, 0);
        let random = seed;
        let now = 0;
        const moves = { lost: 0, returned: 0 };
        const ends = 86_400_000;
        while (now < ends)
          for (const { kind, seconds } of spells)
            for (let second = 0; second < seconds && now < ends; second += 1) {
              now += 1000;
              random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
              const bits = random >>> 16;
              const gives = [0, 1, 2].map((place) => {
                if (kind === 'random') return ((bits >> place) & 1) === 1;
                if (kind === 'all') return true;
                return kind === 'starve' ? place !== order.using : place !== order.using && place !== 0;
              });
              const next = lookAtOrder(order, gives, now);
              if (next.using !== order.using && next.why !== 'begun') moves[next.why] += 1;
              order = next;
            }
        // Back up: 60 in a day. Away from what gives no work: every half minute, apart from the first ones after an hour of calm.
        expect(moves.returned).toBeLessThanOrEqual(60);
        expect(moves.lost).toBeLessThanOrEqual(2900);
      }),
      { numRuns: isLong ? 6 : 3 },
    );
  });

  it('goes on with the first that gives work where the one in use has given none for five seconds', () => {
    expect(usedAfter([1, '111'], [4, '-11'], [1, '-11'])).toEqual([0, 0, 1]);
    expect(usedAfter([1, '111'], [5, '--1'])).toEqual([0, 2]);
    expect(usedAfter([1, '111'], [5, '-11'], [5, '1-1'])).toEqual([0, 1, 0]);
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
    expect(isWorkless(given)).toBe(false);
    expect(isWorkless(short)).toBe(false);
    expect(isWorkless(long)).toBe(true);
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
              expect(next.sources[next.using]?.soundMs ?? 0).toBeGreaterThanOrEqual(300_000);
            }
          } else if (work.includes(true) && (next.sources[order.using]?.silentMs ?? 0) >= 30_000)
            throw new Error('it stays with a source without work, where another one gives some');
          order = next;
        }
      }),
      { numRuns: 500 },
    );
  });
});
