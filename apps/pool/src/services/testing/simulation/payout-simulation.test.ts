import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../../audit/audit-books.ts';
import { createTestContext, type TestContext } from '../create-test-context.ts';
import { runPayoutSeeds } from './run-payout-seeds.ts';

/** `npm run test:long` sets this. */
const isLong = process.env['TEST_LONG'] === '1';

describe('the simulation of payouts', () => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext('pglite');
  });
  afterAll(() => ctx.close());

  const only = process.env['SEED'];
  it.runIf(only === undefined)(
    'pays everything once: two processes, kills, lost commits and a chain that does its worst [P1] [P4] [P5] [P9] [P14]',
    { timeout: 600_000 },
    async () => {
      const total = await runPayoutSeeds(ctx, 1, Number(process.env['SEEDS'] ?? (isLong ? 1000 : 60)));
      expect(total.wrong).toEqual([]);
      // It must have been a storm.
      expect(total.settled).toBeGreaterThan(30);
      expect(total.kills).toBeGreaterThan(20);
      expect(total.faults).toBeGreaterThan(100);
      const { findings } = await auditBooks(ctx);
      // The suite's own rewards and addresses are made up.
      const money = new Set<string>(['L1', 'L2', 'L3', 'L4', 'P5', 'E1']);
      expect(findings.filter(({ rule }) => money.has(rule))).toEqual([]);
    },
  );

  it.runIf(only !== undefined)('runs one seed again', { timeout: 60_000 }, async () => {
    expect((await runPayoutSeeds(ctx, Number(only), 1)).wrong).toEqual([]);
  });
});
