import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TakenShares } from './taken-shares.ts';

/** Refusals of each owner in turn; answers what the last one said. */
function refuse(
  taken: TakenShares,
  owners: readonly string[],
  times: number,
  now = 0,
  isAlone = false,
): number | undefined {
  let last: number | undefined;
  for (let count = 0; count < times; count += 1)
    last = taken.refuse(owners[count % owners.length] ?? '', isAlone, now);
  return last;
}

describe('whether an upstream takes our shares', () => {
  it('is so until 32 in a row are not taken, and again once one is', () => {
    const taken = new TakenShares();
    refuse(taken, ['a', 'b'], 31);
    expect(taken.takes(0)).toBe(true);
    expect(refuse(taken, ['b'], 1)).toBe(300_000);
    expect(taken.takes(299_999)).toBe(false);
    taken.accept();
    expect(taken.takes(0)).toBe(true);
    refuse(taken, ['a', 'b'], 31);
    taken.accept();
    refuse(taken, ['a', 'b'], 31);
    expect(taken.takes(0)).toBe(true);
  });

  it('is not judged by one address as long as another has a lane', () => {
    const taken = new TakenShares();
    refuse(taken, ['a'], 1000);
    refuse(taken, ['b'], 15);
    expect(taken.takes(0)).toBe(true);
    refuse(taken, ['b'], 1);
    expect(taken.takes(0)).toBe(false);
    const alone = new TakenShares();
    expect(refuse(alone, ['a'], 32, 0, true)).toBe(300_000);
  });

  it('is tried again after 5, 10, 20, 40 minutes and each hour', () => {
    const taken = new TakenShares();
    let now = 0;
    const pauses: (number | undefined)[] = [];
    for (let round = 0; round < 6; round += 1) {
      const pause = refuse(taken, ['a', 'b'], 32, now) ?? 0;
      // What still comes of the shares before says nothing new.
      expect(refuse(taken, ['a', 'b'], 100, now + pause - 1)).toBeUndefined();
      expect([taken.takes(now + pause - 1), taken.takes(now + pause)]).toEqual([false, true]);
      pauses.push(pause / 60_000);
      now += pause;
    }
    expect(pauses).toEqual([5, 10, 20, 40, 60, 60]);
    taken.accept();
    expect(refuse(taken, ['a', 'b'], 32, now)).toBe(300_000);
  });

  it('stays so whatever is refused, where one in 32 is accepted', () => {
    const owners = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 31 });
    fc.assert(
      fc.property(fc.array(owners, { maxLength: 40 }), fc.boolean(), (rows, isAlone) => {
        const taken = new TakenShares();
        for (const row of rows) {
          for (const owner of row) taken.refuse(owner, isAlone, 0);
          expect(taken.takes(0)).toBe(true);
          taken.accept();
        }
      }),
    );
  });
});
