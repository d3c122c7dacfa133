import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import {
  clearDecisions,
  coin,
  openMiner,
  payingProcess,
  reserveFifty,
  signElsewhere,
} from '../../testing/payouts/payout-world.ts';
import type { Rail } from '../kernel/rail.ts';
import { recordDecision } from '../kernel/decision.ts';
import { moveFunds } from '../treasury/move-funds.ts';
import { advancePayouts } from './advance-payouts.ts';
import { compareOutgoing } from './compare-outgoing.ts';
import { disregardTransaction } from './disregard-transaction.ts';
import { findPayout, type Payout } from './payout.ts';
import { readSuspensions } from './suspensions.ts';

const dayMs = 86_400_000;

describe.each(oneEngine())(
  'a miner that is opened after an operator sent money to its address, on %s',
  (engine) => {
    let ctx: TestContext;
    beforeAll(async () => {
      ctx = await createTestContext(engine);
    });
    beforeEach(() => clearDecisions(ctx));
    afterAll(() => ctx.close());

    /** 700 DOGE to the cold store. */
    async function begin(how: 'booked' | 'disregarded') {
      const chain = adversarialRail(ctx.clock, calm, { validMs: dayMs });
      const process = payingProcess(ctx, chain);
      const operator = { ...process, secret: ctx.secret, actor: 'root' };
      await ctx.db.query(sql`UPDATE pool_identity SET created_at = ${new Date(ctx.clock.now() - dayMs)}`);
      const address = `DCold-${engine}-${how}`;
      const order = { id: 999n, coin: 'DOGE', network: 'DOGE', address, memo: '', amount: 700n * coin };
      const { txid, bytes } = await signElsewhere(ctx, chain, order as Payout);
      await chain.send('DOGE', bytes);
      ctx.advance(1000);
      if (how === 'disregarded')
        expect(await disregardTransaction(operator, { txid, reason: 'to the cold store' })).toEqual({
          kind: 'done',
        });
      else {
        const funds = { coin: 'DOGE', reason: 'to the cold store' };
        await moveFunds(operator, {
          kind: 'deposit',
          amount: '1000',
          reference: `float-${address}`,
          ...funds,
        });
        expect(
          await moveFunds(operator, { kind: 'withdrawal', amount: '700', reference: txid, ...funds }),
        ).toEqual({
          kind: 'booked',
        });
      }
      ctx.advance(1000);
      return { chain, process, operator, address };
    }

    it.each(['booked', 'disregarded'] as const)('holds nothing back where it was %s before', async (how) => {
      const { chain, operator, address } = await begin(how);
      expect((await compareOutgoing(operator)).unknown).toEqual([]);
      await openMiner(ctx, { address });
      const honest = await reserveFifty(ctx, operator);
      const process = payingProcess(ctx, chain);
      for (let round = 0; round < 20; round += 1) {
        await advancePayouts(process, () => undefined);
        ctx.advance(10_000);
      }
      expect(await readSuspensions(ctx.db)).toEqual([]);
      expect((await compareOutgoing(operator)).unknown).toEqual([]);
      expect(await findPayout(ctx.db, honest.id)).toMatchObject({ state: 'settled' });
    });

    it.each([
      { order: 'before it was booked', datedLater: 0 },
      { order: 'before the wallet dates it, by its block', datedLater: 1_800_000 },
    ])('holds nothing back where it was opened after it left and $order', async ({ order, datedLater }) => {
      const chain = adversarialRail(ctx.clock, calm, { validMs: dayMs });
      const outgoing: Rail['outgoing'] = async (since, network) =>
        (await chain.outgoing(since, network)).map((each) => ({
          ...each,
          transactions: each.transactions.map((sent) => ({ ...sent, at: sent.at + datedLater })),
        }));
      const process = payingProcess(ctx, { ...chain, outgoing });
      const operator = { ...process, secret: ctx.secret, actor: 'root' };
      await ctx.db.query(sql`UPDATE pool_identity SET created_at = ${new Date(ctx.clock.now() - dayMs)}`);
      const address = `DCold-${engine}-${order}`;
      const cold = { id: 999n, coin: 'DOGE', network: 'DOGE', address, memo: '', amount: 700n * coin };
      const { txid, bytes } = await signElsewhere(ctx, chain, cold as Payout);
      const funds = { coin: 'DOGE', reason: 'to the cold store' };
      await moveFunds(operator, { kind: 'deposit', amount: '1000', reference: `float ${order}`, ...funds });
      const book = async () =>
        expect(
          await moveFunds(operator, { kind: 'withdrawal', amount: '700', reference: txid, ...funds }),
        ).toEqual({ kind: 'booked' });
      await chain.send('DOGE', bytes);
      if (datedLater > 0) await book();
      ctx.advance(20_000);
      await openMiner(ctx, { address });
      ctx.advance(60_000);
      if (datedLater === 0) {
        await book();
        expect(await disregardTransaction(operator, { txid, reason: 'either will do' })).toEqual({
          kind: 'done',
        });
      }
      const honest = await reserveFifty(ctx, process);
      for (let round = 0; round < 20; round += 1) {
        await advancePayouts(process, () => undefined);
        ctx.advance(10_000);
      }
      expect(await readSuspensions(ctx.db)).toEqual([]);
      expect((await compareOutgoing(operator)).unknown).toEqual([]);
      expect(await findPayout(ctx.db, honest.id)).toMatchObject({ state: 'settled' });
    });

    it('is paid by what left after it was opened, whatever was disregarded before', async () => {
      const chain = adversarialRail(ctx.clock, calm, { validMs: dayMs });
      const process = payingProcess(ctx, chain);
      const operator = { ...process, secret: ctx.secret, actor: 'root' };
      await ctx.db.query(sql`UPDATE pool_identity SET created_at = ${new Date(ctx.clock.now() - dayMs)}`);
      const address = `DEarly-${engine}`;
      const order = { id: 998n, coin: 'DOGE', network: 'DOGE', address, memo: '', amount: 7n * coin };
      const { txid, bytes } = await signElsewhere(ctx, chain, order as Payout);
      // As an earlier release kept it.
      await recordDecision(ctx.db, operator, {
        kind: 'disregard-transaction',
        subject: txid,
        reason: 'typed early',
      });
      ctx.advance(1000);
      await openMiner(ctx, { address });
      ctx.advance(1000);
      await chain.send('DOGE', bytes);
      expect((await compareOutgoing(operator)).unknown).toMatchObject([{ txid }]);
    });
  },
);
