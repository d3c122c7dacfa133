import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import {
  clearDecisions,
  payingProcess,
  reserveFifty,
  signElsewhere,
} from '../../testing/payouts/payout-world.ts';
import { advancePayouts } from './advance-payouts.ts';
import { adoptPayout } from './adopt-payout.ts';
import { compareOutgoing } from './compare-outgoing.ts';
import { liftSuspension } from './lift-suspension.ts';
import { readSuspensions, suspendPayouts } from './suspensions.ts';

const dayMs = 86_400_000;

describe.each(testEngines())('an unknown transaction that is found after the comparison, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(() => clearDecisions(ctx));
  afterAll(() => ctx.close());

  it('needs a comparison of its own before its network is lifted, and is named', async () => {
    const chain = adversarialRail(ctx.clock, calm, { validMs: dayMs });
    const process = payingProcess(ctx, chain);
    const operator = { ...process, secret: ctx.secret, actor: 'root' };
    await ctx.db.query(sql`UPDATE pool_identity SET created_at = ${new Date(ctx.clock.now() - dayMs)}`);
    const { payout } = await reserveFifty(ctx, process);
    const suspension = { network: 'DOGE', reason: 'unknown-transaction', detail: 'the first A' } as const;
    await suspendPayouts(ctx.db, suspension, ctx.clock.now());
    ctx.advance(1000);
    expect((await compareOutgoing(operator)).unknown).toEqual([]);
    const { bytes, txid } = await signElsewhere(ctx, chain, payout);
    await chain.send('DOGE', bytes);
    await advancePayouts(process, () => undefined);
    expect(await liftSuspension(operator, 'DOGE', 'compared before')).toBe('not-compared');
    const [open] = await readSuspensions(ctx.db);
    expect(open?.detail).toContain(txid);
    expect(await adoptPayout(operator, { txid, reason: 'it left' })).toMatchObject({ kind: 'adopted' });
    ctx.advance(1000);
    await compareOutgoing(operator);
    expect(await liftSuspension(operator, 'DOGE', 'compared')).toBe('lifted');
  });
});
