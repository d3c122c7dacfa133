import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shareTime } from './share-time.ts';

/** A clock on which a search takes its time, and rests pass at once. */
function runFor(totalMs: number, costs: readonly number[], part: number) {
  let now = 0;
  let due: { readonly at: number; readonly run: () => void } | undefined;
  const spent = costs.map(() => 0);
  const stop = shareTime(
    costs.map((ms, index) => ({
      isMining: ms > 0,
      search: () => {
        now += ms;
        spent[index] = (spent[index] ?? 0) + ms;
      },
    })),
    {
      part,
      turnMs: 1,
      now: () => now,
      after: (ms, run) => {
        due = { at: now + ms, run };
        return () => {
          due = undefined;
        };
      },
    },
  );
  for (let next = due; next !== undefined && next.at < totalMs; next = due) {
    now = next.at;
    next.run();
  }
  stop();
  return { spent, isDue: due !== undefined, now };
}

it('gives each machine its turn, and all of them no more than their part of a core', () => {
  const { spent, isDue } = runFor(60_000, [0.1, 0.1], 0.02);
  expect(spent[0]).toBeCloseTo(600, -1);
  expect(spent[1]).toBeCloseTo(600, -1);
  expect(isDue).toBe(false);
  expect(runFor(60_000, [0], 0.02).spent).toEqual([0]);
  expect(runFor(60_000, [], 0.02).isDue).toBe(false);
});

it('keeps to its part on a machine of any speed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.01, max: 20, noNaN: true }), { minLength: 1, maxLength: 6 }),
      (costs) => {
        const { spent, now } = runFor(120_000, costs, 0.02);
        // One turn of the slowest beyond it, before its rest.
        expect(spent.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(now * 0.02 + 22);
      },
    ),
    { numRuns: 30 },
  );
});
