import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import {
  advanceRounds,
  clearDecisions,
  coin,
  giveBalance,
  openMiner,
  paidOnChain,
  type PayingProcess,
  payingProcess,
  reserveFifty,
  signElsewhere,
} from '../../testing/payouts/payout-world.ts';
import type { Rail } from '../kernel/rail.ts';
import { advancePayouts } from './advance-payouts.ts';
import { compareOutgoing } from './compare-outgoing.ts';
import { liftSuspension } from './lift-suspension.ts';
import { findPayout, type Payout } from './payout.ts';
import { beginRestoredEpoch } from './payout-epoch.ts';
import { readSuspensions, suspendPayouts } from './suspensions.ts';

const dayMs = 86_400_000;

describe.each(oneEngine())('a clock that was days ahead and was set right, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(() => clearDecisions(ctx));
  afterAll(() => ctx.close());

  const advance = (process: PayingProcess, rounds: number) => advanceRounds(ctx, process, rounds);

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
    // As the running pool does every two seconds.
    await process.rollback.readClock(ctx.db, ctx.clock.now());
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

  it('proves nothing of what left after the clock was set right, where a directory was copied back', async () => {
    const { operator, txid } = await comparedAhead('after');
    ctx.advance(5 * dayMs);
    expect((await compareOutgoing(operator)).unknown).toMatchObject([{ txid }]);
  });

  it('dates no payout that was reserved, sent and settled under it, where nothing was booked since', async () => {
    const chain = adversarialRail(ctx.clock, calm, { validMs: 30 * dayMs });
    const process = payingProcess(ctx, chain);
    const first = ctx.clock.now();
    const owner = await openMiner(ctx);
    await giveBalance(ctx, owner, 50n * coin);
    ctx.setNow(first + 4 * dayMs);
    await reserveFifty(ctx, process);
    await advance(process, 12);
    ctx.setNow(first);
    await advance(process, 1);
    ctx.setNow(first + dayMs / 2);
    const [row] = await ctx.db.query<{ address: string }>(
      sql`SELECT address FROM miners WHERE id = ${owner}`,
    );
    const address = row?.address ?? '';
    const lost = { id: 77n, coin: 'DOGE', network: 'DOGE', address, memo: '', amount: 50n * coin };
    await chain.send('DOGE', (await signElsewhere(ctx, chain, lost as Payout)).bytes);
    // The copy of before, on the day after the wrong date.
    ctx.setNow(first + 4.5 * dayMs);
    const copy = payingProcess(ctx, chain);
    await reserveFifty(ctx, copy, owner);
    await advance(copy, 20);
    expect(paidOnChain(chain, address)).toBe(50n);
    expect(await readSuspensions(ctx.db)).toMatchObject([{ network: 'DOGE', reason: 'unknown-transaction' }]);
    ctx.setNow(first + 20 * dayMs);
  });

  /** The same process while its clock is 300 days ahead; the chain keeps its own time. */
  const skewed = (process: PayingProcess): PayingProcess => ({
    ...process,
    clock: { now: () => ctx.clock.now() + 300 * dayMs },
  });

  it('keeps no payout from being signed again until its date', async () => {
    const moods = { walletEmpty: true, feesHigh: false };
    const process = payingProcess(ctx, adversarialRail(ctx.clock, calm, { moods }));
    const { id } = await reserveFifty(ctx, process);
    await advance(skewed(process), 1);
    moods.walletEmpty = false;
    await advance(process, 15);
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'settled' });
  });

  it('keeps no payout from being sent again until its date', async () => {
    const chain = adversarialRail(ctx.clock, calm, { validMs: dayMs });
    let isLost = true;
    const send: Rail['send'] = async (network, bytes) => {
      if (isLost) return { kind: 'taken' };
      return chain.send(network, bytes);
    };
    const process = payingProcess(ctx, { ...chain, send });
    const { id } = await reserveFifty(ctx, process);
    await advance(skewed(process), 2);
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'broadcasting' });
    isLost = false;
    await advance(process, 15);
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'settled' });
  });

  it('says nothing of how long nodes have said the same: neither does the clock of another process', async () => {
    const chain = adversarialRail(ctx.clock, calm, { validMs: dayMs });
    let isLie = false;
    const lookUp: Rail['lookUp'] = async (...asked) => {
      const answers = await chain.lookUp(...asked);
      const status = { kind: 'invalidated', why: 'a fork', fee: 0n } as const;
      return isLie ? answers.map((each) => ({ ...each, status })) : answers;
    };
    const process = payingProcess(ctx, { ...chain, lookUp });
    const other = {
      ...payingProcess(ctx, { ...chain, lookUp }),
      clock: { now: () => ctx.clock.now() + 40_000 },
    };
    const { id } = await reserveFifty(ctx, process);
    await advance(process, 1);
    isLie = true;
    await advancePayouts(process, () => undefined);
    ctx.advance(1000);
    await advancePayouts(other, () => undefined);
    await advancePayouts(skewed(process), () => undefined);
    isLie = false;
    await advance(process, 15);
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'settled' });
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
