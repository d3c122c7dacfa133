import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Unanswered } from '../../runtime/call-limit.ts';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { type AdversarialRail, adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import {
  advanceRounds,
  clearDecisions,
  paidOnChain,
  type PayingProcess,
  payingProcess,
  reserveFifty,
} from '../../testing/payouts/payout-world.ts';
import type { SignedBefore } from '../kernel/rail.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { findPayout, type Payout } from './payout.ts';
import { preparePayouts } from './prepare-payout.ts';

describe.each(oneEngine())('payouts that were signed for before, on %s', (engine) => {
  let ctx: TestContext;
  let chain: AdversarialRail;
  let process: PayingProcess;
  /** What a signer has signed for an id. */
  let before: Map<string, SignedBefore[]>;
  let isOfAnother: boolean;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    await clearDecisions(ctx);
    before = new Map();
    isOfAnother = false;
    chain = adversarialRail(ctx.clock, calm, { payeesMax: 3 });
    process = payingProcess(ctx, {
      ...chain,
      build: async (orders, claimed) => {
        const payments = orders.flatMap(({ payoutId, orderId = '' }) => {
          const signed = before.get(orderId);
          return signed === undefined ? [] : [{ payoutId, before: signed, isOfAnother }];
        });
        return payments.length > 0 ? { kind: 'bound', payments } : chain.build(orders, claimed);
      },
    });
  });
  afterAll(() => ctx.close());

  const now = async (id: bigint): Promise<Payout> => {
    const payout = await findPayout(ctx.db, id);
    if (payout === undefined) throw new Error('gone');
    return payout;
  };
  const claimsOf = async (payout: Payout): Promise<SignedBefore> => {
    const txid = (await now(payout.id)).signed?.txid ?? '';
    const rows = await ctx.db.query<{ claim: string }>(
      sql`SELECT claim FROM payout_claims WHERE txid = ${txid}`,
    );
    return { txid, claims: rows.map(({ claim }) => claim) };
  };

  it('wait while another transaction that spends its coins is not final, hold up no other, and are signed for once more then', async () => {
    const other = (await reserveFifty(ctx, process)).payout;
    const { payout } = await reserveFifty(ctx, process);
    // Both were signed together once, and only the other is in what was signed and stored after that.
    before.set(payout.orderId, [{ txid: 'lost', claims: ['not yet known'] }]);
    await advanceRounds(ctx, process, 1);
    expect([(await now(other.id)).state, (await now(payout.id)).state]).toEqual(['broadcasting', 'reserved']);
    before.set(payout.orderId, [{ txid: 'lost', claims: (await claimsOf(other)).claims }]);
    await advanceRounds(ctx, process, 6);
    expect(await now(payout.id)).toMatchObject({
      state: 'reserved',
      orderId: payout.orderId,
      note: 'the wallet did not sign: lost was signed for it before, and what spends its coins is not final here: it could be confirmed as well (where that is no payout, such as what you sent by hand, release it once that is deep in its chain)',
    });
    await advanceRounds(ctx, process, 60);
    const states = [(await now(other.id)).state, (await now(payout.id)).state];
    expect(states).toEqual(['settled', 'settled']);
    expect((await now(payout.id)).orderId).not.toBe(payout.orderId);
    expect(paidOnChain(chain, payout.address)).toBe(50n);
  });

  it('are never signed for once more where the final transaction is one of those that were signed for them, or was lost by its chain', async () => {
    const other = (await reserveFifty(ctx, process)).payout;
    const [own, gone] = [
      (await reserveFifty(ctx, process)).payout,
      (await reserveFifty(ctx, process)).payout,
    ];
    for (const { orderId } of [own, gone]) before.set(orderId, [{ txid: 'lost', claims: ['none'] }]);
    await advanceRounds(ctx, process, 14);
    expect((await now(other.id)).state).toBe('settled');
    const paid = await claimsOf(other);
    before.set(own.orderId, [paid]);
    before.set(gone.orderId, [{ ...paid, txid: 'lost' }]);
    await ctx.db.execute(`SET session_replication_role = replica;
      UPDATE payouts SET gone_at = now() WHERE id = ${other.id}; SET session_replication_role = origin`);
    await advanceRounds(ctx, process, 40);
    expect([await now(own.id), await now(gone.id)]).toMatchObject([
      { state: 'reserved', orderId: own.orderId },
      { state: 'reserved', orderId: gone.orderId },
    ]);
  });

  it('have one id in two copies of a database, and one of their own at once where another payment has theirs', async () => {
    const { payout } = await reserveFifty(ctx, process);
    before.set(payout.orderId, [
      { txid: 'b', claims: ['y'] },
      { txid: 'a', claims: ['x'] },
    ]);
    isOfAnother = true;
    await advanceRounds(ctx, process, 1);
    const renewed = (await now(payout.id)).orderId;
    expect(renewed).toMatch(/^[0-9a-f]{32}$/);
    await ctx.db.query(
      sql`UPDATE payouts SET order_id = ${payout.orderId}, next_sign_at = NULL WHERE id = ${payout.id}`,
    );
    before.get(payout.orderId)?.reverse();
    await advanceRounds(ctx, process, 1);
    expect((await now(payout.id)).orderId).toBe(renewed);
    await advanceRounds(ctx, process, 14);
    expect((await now(payout.id)).state).toBe('settled');
  });

  it('are not stored with what was signed under an id that they have no more', async () => {
    const { payout } = await reserveFifty(ctx, process);
    process = payingProcess(ctx, {
      ...chain,
      build: async (orders, claimed) => {
        await ctx.db.query(sql`UPDATE payouts SET order_id = 'renewed' WHERE id = ${payout.id}`);
        return chain.build(orders, claimed);
      },
    });
    expect(await preparePayouts(process, [payout])).toEqual({ kind: 'superseded' });
    expect(await now(payout.id)).toMatchObject({ state: 'reserved', orderId: 'renewed', signed: null });
  });

  it('are asked for together with all whose answer was lost', async () => {
    const payouts = [(await reserveFifty(ctx, process)).payout, (await reserveFifty(ctx, process)).payout];
    let asked = 0;
    process = payingProcess(ctx, {
      ...chain,
      build: async () => {
        asked += 1;
        throw new Unanswered('the signer has not answered');
      },
    });
    await advanceRounds(ctx, process, 1);
    expect(asked).toBe(1);
    for (const { id } of payouts)
      expect(await now(id)).toMatchObject({ state: 'reserved', signFailure: 'failed', signAttempts: 1 });
  });
});
