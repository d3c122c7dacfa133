import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandboxRail, type SandboxRail } from '../rails/sandbox-rail.ts';
import { creditARound } from '../services/testing/credit-a-round.ts';
import { createTestContext, type TestContext } from '../services/testing/create-test-context.ts';
import { type PayingProcess, payingProcess } from '../services/testing/payouts/payout-world.ts';
import { listPayouts } from '../services/payouts/list-payouts.ts';
import { payHistory } from './pay-history.ts';

describe('the payouts of the demo', () => {
  let ctx: TestContext;
  let directory: string;
  let rail: SandboxRail;
  let paying: PayingProcess;
  beforeAll(async () => {
    ctx = await createTestContext('pglite');
    directory = mkdtempSync(join(tmpdir(), 'openlode-demo-'));
    const path = join(directory, 'sandbox-payouts');
    rail = openSandboxRail({ path, clock: ctx.clock, random: ctx.random });
    paying = payingProcess(ctx, rail);
    await creditARound(ctx, 'a');
  });
  afterAll(async () => {
    paying.end();
    rail.close();
    rmSync(directory, { recursive: true, force: true });
    await ctx.close();
  });

  it('are one that was paid and one that failed, once however often it runs', async () => {
    for (let run = 0; run < 2; run += 1) {
      await payHistory(paying, (ms) => ctx.advance(ms));
      const listed = await listPayouts(ctx, { limit: 10 });
      expect(listed.map(({ payout: { state, reason } }) => `${state} ${reason}`).toSorted()).toEqual([
        'released RELEASED',
        'settled null',
      ]);
    }
    expect(paying.journal.lines()).toHaveLength(1);
  });
});
