import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresServer } from '../testing/scratch-postgres.ts';
import { CrashHarness, listCrashPoints, needsHalfAYear, needsOutage } from './support/crash-harness.ts';

/** Fewer for a look. */
const hitsPerPoint = Number(process.env['CRASH_HITS'] ?? 3);

const points = listCrashPoints();
const engines = postgresServer === undefined ? (['pglite'] as const) : (['pglite', 'postgres'] as const);

describe.each(engines)('a pool on %s that dies at every crash point', { timeout: 480_000 }, (engine) => {
  let harness: CrashHarness;
  beforeAll(async () => {
    harness = await CrashHarness.start(engine);
  }, 240_000);
  afterAll(() => harness.close());

  // Half a year goes by at the end: nothing else can be mined in that ledger afterwards.
  const reachable = points.filter((point) => engine === 'postgres' || !needsOutage(point));
  const ordered = reachable.toSorted((a, b) => Number(needsHalfAYear(a)) - Number(needsHalfAYear(b)));
  const runs = ordered.flatMap((point) =>
    Array.from(
      { length: needsHalfAYear(point) ? 1 : hitsPerPoint },
      (_, index) => [point, index + 1] as const,
    ),
  );

  it.each(runs)(
    '%s, hit %i: its ledger is sound, no block and no older share is lost, none is counted twice',
    async (point, hit) => {
      expect(await harness.dieAt(point, hit)).toBe(true);
      expect(await harness.faultsAfterRestart()).toEqual([]);
    },
  );
});
