import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../db/testing/create-test-database.ts';
import { adversarialRail } from '../../rails/testing/adversarial-rail.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import {
  clearPayouts,
  coin,
  giveBalance,
  openAccount,
  payingProcess,
} from '../testing/payouts/payout-world.ts';
import { advancePayouts } from './advance-payouts.ts';
import { checkJournal } from './check-journal.ts';
import { reservePayout } from './reserve-payout.ts';
import { liftSuspension, readSuspensions } from './suspensions.ts';

const calm = { below: () => 0, percent: (chance: number) => chance === 60 };

describe.each(testEngines())('checkJournal on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(() => clearPayouts(ctx));
  afterAll(() => ctx.close());

  async function pay(): Promise<{ process: ReturnType<typeof payingProcess>; id: bigint }> {
    const process = payingProcess(ctx, adversarialRail(ctx.clock, calm));
    const account = await openAccount(ctx);
    await giveBalance(ctx, account, 50n * coin);
    const outcome = await reservePayout(process, account, 'manual');
    await advancePayouts(process, () => undefined);
    return { process, id: outcome.kind === 'reserved' ? outcome.id : 0n };
  }

  it('is content with a database that knows everything that was sent', async () => {
    const { process } = await pay();
    const again = process.restart();
    expect(await checkJournal(again)).toEqual({ kind: 'sound', lines: 1 });
    expect(await readSuspensions(ctx.db)).toEqual([]);
    again.end();
  });

  it('lets nothing leave after the database has lost what was sent, until an operator has looked [P2] [P10]', async () => {
    const { process, id } = await pay();
    await clearPayouts(ctx);
    const again = process.restart();
    expect(await checkJournal(again)).toEqual({ kind: 'ahead', payouts: [id] });
    expect(await readSuspensions(ctx.db)).toMatchObject([{ network: '*', reason: 'journal-ahead' }]);
    const account = await openAccount(ctx);
    await giveBalance(ctx, account, 50n * coin);
    expect(await reservePayout(again, account, 'manual')).toEqual({
      kind: 'suspended',
      reason: 'journal-ahead',
    });
    // What an operator has looked at is not held against the next start; what comes after it is.
    await liftSuspension(ctx, '*', 'paid by hand');
    expect(await checkJournal(again)).toEqual({ kind: 'sound', lines: 1 });
    expect((await reservePayout(again, account, 'manual')).kind).toBe('reserved');
    await advancePayouts(again, () => undefined);
    await ctx.db.execute(`SET session_replication_role = replica;
      UPDATE payouts SET state = 'prepared'; SET session_replication_role = origin`);
    expect(await checkJournal(again.restart())).toMatchObject({ kind: 'ahead' });
    await ctx.db.execute(`DELETE FROM payout_suspensions`);
    again.end();
  });

  it('lets nothing leave when the journal itself cannot be trusted [P2] [P10]', async () => {
    const { process } = await pay();
    const journal = { ...process.journal, broken: () => 'line 1 does not follow from the one before' };
    expect((await checkJournal({ ...process, journal })).kind).toBe('broken');
    expect(await readSuspensions(ctx.db)).toMatchObject([{ network: '*', reason: 'journal-broken' }]);
    process.end();
  });
});
