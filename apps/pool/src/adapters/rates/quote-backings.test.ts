import { describe, expect, it } from 'vitest';
import { createQuoteBackings } from './quote-backings.ts';

const hour = 3_600_000;
const day = 24 * hour;
const gate = { kind: 'venue', venue: 'gate' } as const;

function backings(atOnce = 100) {
  let now = 1_000_000;
  const shape = {
    backing: { budget: { atOnce, everyMs: hour }, path: (id: string) => `/${id}`, read: () => gate },
  };
  const coins = ['a', 'b', 'c'].map((id) => ({ asset: id.toUpperCase(), id }));
  const made = createQuoteBackings(shape, coins, () => now);
  return {
    made,
    /** Makes every call that is due until then, each answered but those of `silent`; answers what was asked. */
    run: (until: number, silent: readonly string[] = []) => {
      const asked: string[] = [];
      const end = now + until;
      for (;;) {
        const next = made.next();
        if (next === undefined || next.dueAt > end) break;
        now = Math.max(now, next.dueAt);
        asked.push(next.asset);
        made.take(next.asset, silent.includes(next.asset) ? undefined : { backing: gate }, 100);
      }
      now = end;
      return asked;
    },
  };
}

describe('createQuoteBackings', () => {
  it('asks for one coin after the other, and for each again after a week', () => {
    const { made, run } = backings();
    expect(made.next()).toEqual({ asset: 'A', path: '/a', dueAt: 1_010_000, acceptMs: 86_400_000 });
    expect(run(day)).toEqual(['A', 'B', 'C']);
    expect(made.of('A', 100)).toEqual(gate);
    expect(run(5 * day)).toEqual([]);
    expect(run(2 * day)).toEqual(['A', 'B', 'C']);
  });

  it('asks again for a coin that was not answered while others wait for their week, each time later', () => {
    const { made, run } = backings();
    expect(run(30 * 60_000, ['B'])).toEqual(['A', 'B', 'C']);
    expect(made.of('B', 100)).toEqual({ kind: 'unknown' });
    expect(run(10 * hour, ['B'])).toEqual(['B', 'B', 'B']);
    expect(run(10 * hour)).toEqual(['B']);
    expect(made.of('B', 100)).toEqual(gate);
  });

  it('does not hold a backing for good that is not answered any more', () => {
    const { made, run } = backings();
    run(day);
    run(6 * day + 23 * hour, ['A', 'B', 'C']);
    expect(made.of('A', 100)).toEqual(gate);
    run(2 * hour, ['A', 'B', 'C']);
    run(day, ['A', 'B', 'C']);
    expect(made.of('A', 100)).toEqual({ kind: 'unknown' });
  });

  it('takes a backing for unknown where the volume has doubled or halved since, and asks soon', () => {
    const { made, run } = backings();
    run(2 * hour);
    expect(made.of('A', 200)).toEqual(gate);
    expect(made.of('A', 50)).toEqual(gate);
    expect(run(hour)).toEqual([]);
    expect(made.of('A', 201)).toEqual({ kind: 'unknown' });
    expect(made.of('A', 49)).toEqual({ kind: 'unknown' });
    expect(run(hour)).toEqual(['A']);
  });

  it('makes as many calls at once as it may, and then one an hour', () => {
    const { run } = backings(2);
    expect(run(30 * 60_000)).toEqual(['A', 'B']);
    expect(run(hour)).toEqual(['C']);
  });
});
