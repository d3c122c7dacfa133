import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail } from '../../sandbox/testing/adversarial-rail.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import {
  clearDecisions,
  paidOnChain,
  type PayingProcess,
  payingProcess,
  reserveFifty,
  signElsewhere,
} from '../../testing/payouts/payout-world.ts';
import { advancePayouts } from './advance-payouts.ts';
import { compareOutgoing } from './compare-outgoing.ts';
import { liftSuspension } from './lift-suspension.ts';
import { beginRestoredEpoch } from './payout-epoch.ts';
import { readSuspensions, suspendPayouts } from './suspensions.ts';

const calm = { below: () => 0, percent: (chance: number) => chance === 60 };
const dayMs = 86_400_000;

describe.each(testEngines())('a clock that was days ahead and was set right, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(() => clearDecisions(ctx));
  afterAll(() => ctx.close());

  const advance = async (process: PayingProcess, rounds: number): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      await advancePayouts(process, () => undefined);
      ctx.advance(10_000);
    }
  };

  /** A comparison dated four days ahead; half a day later a payout left that the copy of this database does not know. */
  async function comparedAhead(reserved: 'before' | 'after') {
    const chain = adversarialRail(ctx.clock, calm, { validMs: 30 * dayMs });
    const process = payingProcess(ctx, chain);
    const operator = { ...process, secret: ctx.secret, actor: 'root' };
    const first = ctx.clock.now();
    await ctx.db.query(sql`UPDATE pool_identity SET created_at = ${new Date(first - 10 * dayMs)}`);
    const early = reserved === 'before' ? await reserveFifty(ctx, process) : undefined;
    await compareOutgoing({ ...operator, clock: { now: () => first + 4 * dayMs } });
    const { payout } = early ?? (await reserveFifty(ctx, process));
    ctx.advance(dayMs / 2);
    const { bytes, txid } = await signElsewhere(ctx, chain, payout);
    await chain.send('DOGE', bytes);
    return { chain, process, operator, first, txid, address: payout.address };
  }

  it.each([1, 4])(
    'proves nothing of what left after the backup that is restored %i days later',
    async (days) => {
      const { chain, process, operator, first, txid, address } = await comparedAhead('before');
      ctx.advance(days * dayMs);
      const at = ctx.clock.now();
      const id = `11111111-1111-4111-8111-11111111111${days}`;
      await beginRestoredEpoch(ctx.db, { id, at, backupAt: first + 1000 });
      await suspendPayouts(ctx.db, { network: '*', reason: 'restored', detail: 'd' }, at);
      // Also where it is compared only after the wrong date has passed.
      ctx.advance(4 * dayMs);
      expect((await compareOutgoing(operator)).unknown).toMatchObject([{ txid }]);
      expect(await liftSuspension(operator, '*', 'compared')).toBe('not-compared');
      await advance(process, 20);
      expect(paidOnChain(chain, address)).toBe(50n);
    },
  );

  it('proves nothing of what left after the next entry of the ledger, where a directory was copied back', async () => {
    const { operator, txid } = await comparedAhead('after');
    ctx.advance(5 * dayMs);
    expect((await compareOutgoing(operator)).unknown).toMatchObject([{ txid }]);
  });

  it('dates no payout that a copied directory knows as sent', async () => {
    const chain = adversarialRail(ctx.clock, calm, { validMs: 30 * dayMs });
    const process = payingProcess(ctx, chain);
    const before = await reserveFifty(ctx, process);
    await advance(process, 20);
    const first = ctx.clock.now();
    await ctx.db.query(
      sql`UPDATE payouts SET sent_at = ${new Date(first + 4 * dayMs)} WHERE id = ${before.id}`,
    );
    const { payout } = await reserveFifty(ctx, process);
    ctx.advance(dayMs / 2);
    const { bytes } = await signElsewhere(ctx, chain, payout);
    await chain.send('DOGE', bytes);
    ctx.advance(4 * dayMs);
    await advance({ ...payingProcess(ctx, chain), journal: process.restart().journal }, 20);
    expect(await readSuspensions(ctx.db)).toMatchObject([{ network: 'DOGE', reason: 'unknown-transaction' }]);
    expect(paidOnChain(chain, payout.address)).toBe(50n);
  });
});
