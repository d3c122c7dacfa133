import { describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { runRollbackHarness } from './rollback-harness.ts';

/** A sample of what `rollback-crashes.long.test.ts` does for long. The embedded database starts too slowly for a restore as well. */
const [engine, processes, times] = testEngines().includes('postgres')
  ? (['postgres', 2, 2] as const)
  : (['pglite', 1, 1] as const);

describe('processes that pay and are killed while their database is taken back and restored', () => {
  it('pay no miner twice and forget none [P1] [P2] [P9] [P14]', { timeout: 480_000 }, async () => {
    const report = await runRollbackHarness({ engine, processes, seed: 1, payeesMax: 4, times });
    expect([report.wrong, report.overpaid, report.lost]).toEqual([[], 0n, 0n]);
    expect([report.rollbacks, report.restores]).toEqual([1, times - 1]);
    expect(report.settled).toBeGreaterThan(5);
  });
});
