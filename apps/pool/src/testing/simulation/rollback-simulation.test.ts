import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { resetDatabase } from '../../domain/testing/reset-database.ts';
import { simulateRollbacks } from './simulate-rollbacks.ts';

/** `npm run test:long` sets this. `ROLLBACK_SEEDS` sets how many, and `CRASH_RUNS=FILE` keeps a line for each. */
const isLong = process.env['TEST_LONG'] === '1';
/** Each has a rollback or a restore. */
const days = isLong ? 4 : 2;
const seeds = Number(process.env['ROLLBACK_SEEDS'] ?? (isLong ? 30 : 1));

describe.each([1, 2] as const)('the simulation of rollbacks and restores, %i processes', (processes) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext('pglite');
  });
  afterAll(() => ctx.close());

  it('pays everything once: the database goes back under the pool, or a backup is restored [P1] [P2] [P9] [P14]', {
    timeout: 900_000,
  }, async () => {
    const total = { rollbacks: 0, restores: 0, settled: 0 };
    for (let seed = 1; seed <= seeds; seed += 1) {
      await resetDatabase(ctx.db);
      const run = await simulateRollbacks(ctx, seed * 2 + processes, { processes, days });
      const file = process.env['CRASH_RUNS'];
      if (file !== undefined)
        appendFileSync(
          file,
          `${JSON.stringify({ processes, seed, ...run }, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))}\n`,
        );
      expect([seed, run.wrong, run.overpaid, run.lost]).toEqual([seed, [], 0n, 0n]);
      total.rollbacks += run.rollbacks;
      total.restores += run.restores;
      total.settled += run.settled;
      ctx.advance(86_400_000);
    }
    expect(total.rollbacks + total.restores).toBe(days * seeds);
    expect(total.settled).toBeGreaterThan(seeds);
  });
});
