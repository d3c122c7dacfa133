import { describe, expect, it } from 'vitest';
import { testEngines } from '../../../db/testing/create-test-database.ts';
import { runRollbackHarness } from './rollback-harness.ts';

/** A sample of what `rollback-crashes.long.test.ts` does for long; without a server, on the embedded database. */
const engine = testEngines().includes('postgres') ? 'postgres' : 'pglite';

describe('processes that pay and are killed while their database is taken back and restored', () => {
  it('pay nobody twice and forget nobody [P1] [P2] [P9] [P14]', { timeout: 240_000 }, async () => {
    const report = await runRollbackHarness({
      engine,
      processes: engine === 'postgres' ? 2 : 1,
      seed: 1,
      times: 2,
    });
    expect([report.wrong, report.overpaid, report.lost]).toEqual([[], 0n, 0n]);
    expect([report.rollbacks, report.restores]).toEqual([1, 1]);
    expect(report.settled).toBeGreaterThan(5);
  });
});
