import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { type AdversarialRail, adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import {
  advanceRounds,
  clearDecisions,
  coin,
  giveBalance,
  openMiner,
  payingProcess,
  type PayingProcess,
  reserveFifty,
} from '../../testing/payouts/payout-world.ts';
import type { PaymentOrder, Rail } from '../kernel/rail.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { adoptPayout } from './adopt-payout.ts';
import { advancePayouts } from './advance-payouts.ts';
import { storeLines } from './check-journal.ts';
import { compareOutgoing } from './compare-outgoing.ts';
import { disregardTransaction } from './disregard-transaction.ts';
import { approvePayout, holdPayout, releasePayout } from './operate-payouts.ts';
import { findPayout, type Payout } from './payout.ts';
import { preparePayouts } from './prepare-payout.ts';

describe.each(oneEngine())('what an operator does with a transaction of several payouts, on %s', (engine) => {
  let ctx: TestContext;
  let chain: AdversarialRail;
  let process: PayingProcess;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    await clearDecisions(ctx);
    chain = adversarialRail(ctx.clock, calm, { payeesMax: 3, validMs: 120_000 });
    begin();
  });
  afterAll(() => ctx.close());

  function begin(changes: Partial<Rail> = {}): void {
    process = payingProcess(ctx, { ...chain, ...changes });
  }
  const operator = () => ({ ...process, secret: ctx.secret, actor: 'root' });
  const now = async (id: bigint): Promise<Payout> => {
    const payout = await findPayout(ctx.db, id);
    if (payout === undefined) throw new Error('gone');
    return payout;
  };
  const stateOf = async (txid: string) =>
    (
      await ctx.db.query<{ state: string }>(sql`SELECT state FROM payout_transactions WHERE txid = ${txid}`)
    )[0]?.state;
  /** A transaction that pays these addresses, as a wallet or a lost database made it. */
  const signFor = async (addresses: readonly string[]) => {
    const order: Omit<PaymentOrder, 'payoutId' | 'address'> = {
      coin: 'DOGE',
      network: 'DOGE',
      memo: '',
      amount: 50n * coin,
    };
    const orders = addresses.map((address, index) => ({
      ...order,
      address,
      payoutId: 900_000n + BigInt(index),
    }));
    const signed = await chain.build(orders, []);
    if (signed.kind !== 'signed') throw new Error('refused');
    const lines = orders.map(({ payoutId, ...paid }) => ({
      ...paid,
      payout: payoutId,
      txid: signed.txid,
      bytes: signed.bytes,
      proof: signed.proof,
      at: ctx.clock.now(),
      epoch: '',
    }));
    return { ...signed, lines };
  };
  const adopt = async (txid: string) => adoptPayout(operator(), { txid, reason: 'restore' });

  it('is not sent for the one whom it pays while the pool would bear the other, whatever is approved [P17]', async () => {
    const rich = await openMiner(ctx, { address: 'DRich' });
    await openMiner(ctx, { address: 'DPoor' });
    await giveBalance(ctx, rich, 50n * coin);
    const { txid, lines } = await signFor(['DRich', 'DPoor']);
    await storeLines(ctx.db, lines, 'file');
    const adopted = [await adopt(txid), await adopt(txid)];
    expect(adopted).toMatchObject([
      { kind: 'adopted', fromPool: 0n, unsent: true },
      { kind: 'adopted', fromPool: 50n * coin, unsent: true },
    ]);
    for (const each of adopted)
      if (each.kind === 'adopted') await approvePayout(operator(), each.payout, 'tired');
    await advanceRounds(ctx, process, 3);
    expect([chain.sent(), await stateOf(txid)]).toEqual([[], 'signed']);
  });

  it('is adopted as far as it is payouts: two payments to one miner are none, and are disregarded', async () => {
    for (const address of ['DTwice', 'DOnce']) await openMiner(ctx, { address });
    const { txid, bytes } = await signFor(['DTwice', 'DTwice', 'DOnce']);
    ctx.advance(1000);
    await chain.send('DOGE', bytes);
    const disregard = () => disregardTransaction(operator(), { txid, reason: 'a withdrawal' });
    expect(await disregard()).toEqual({ kind: 'pays-miner', coin: 'DOGE', address: 'DOnce' });
    expect(await adopt(txid)).toMatchObject({ kind: 'adopted', fromPool: 50n * coin });
    expect(await adopt(txid)).toEqual({ kind: 'not-a-payout', what: 'address' });
    expect((await compareOutgoing(operator())).unknown).toMatchObject([{ txid, address: 'DTwice' }]);
    expect(await disregard()).toEqual({ kind: 'done' });
    expect((await compareOutgoing(operator())).unknown).toEqual([]);
  });

  it('goes on under a payout that was adopted from it where what was left of it is released', async () => {
    const [one, two] = [(await reserveFifty(ctx, process)).payout, (await reserveFifty(ctx, process)).payout];
    await preparePayouts(process, [one, two]);
    const signed = (await now(one.id)).signed;
    if (signed === null) throw new Error('not signed');
    await holdPayout(operator(), two.id, 'a look');
    await advanceRounds(ctx, process, 24);
    expect([(await now(one.id)).state, (await now(two.id)).state]).toEqual(['released', 'invalidated']);
    // It was in a block of a branch that has come back.
    const known = (node: string) => ({
      node,
      height: 1_000_000_000,
      isSynced: true,
      status: { kind: 'waiting' } as const,
    });
    begin({ lookUp: async () => [known('a'), known('b')] });
    const adopted = await adopt(signed.txid);
    if (adopted.kind !== 'adopted') throw new Error(adopted.kind);
    expect(await stateOf(signed.txid)).toBe('sent');
    expect(await releasePayout(operator(), two.id, 'looked at')).toEqual({ kind: 'done' });
    expect(await stateOf(signed.txid)).toBe('sent');
    await advanceRounds(ctx, process, 2);
    expect(['broadcasting', 'seen']).toContain((await now(adopted.payout)).state);
  });

  it('locks its miners in the order of their ids before its payouts', async () => {
    const seen: string[] = [];
    const spy = (statement: Sql) => {
      if (/FOR UPDATE/.test(statement.sql))
        seen.push(
          / OF payouts/.test(statement.sql) ? 'payouts' : (/FROM (\w+)/.exec(statement.sql)?.[1] ?? ''),
        );
    };
    const db: typeof ctx.db = {
      ...ctx.db,
      query: (statement) => ctx.db.query(statement),
      transaction: (run) =>
        ctx.db.transaction((tx) =>
          run({
            ...tx,
            query: (statement) => {
              spy(statement);
              return tx.query(statement);
            },
          }),
        ),
    };
    const miners = [await openMiner(ctx), await openMiner(ctx)].toReversed();
    const payouts: Payout[] = [];
    for (const miner of miners) {
      await giveBalance(ctx, miner, 50n * coin);
      payouts.push((await reserveFifty(ctx, process, miner)).payout);
    }
    await preparePayouts(process, payouts);
    process = payingProcess(ctx, chain, db);
    await advancePayouts(process, () => undefined);
    expect(chain.sent()).toHaveLength(1);
    expect(seen.slice(0, 2)).toEqual(['miners', 'payouts']);
  });

  it('is made of half as many where the network takes too much for all', async () => {
    const payouts: Payout[] = [];
    for (let each = 0; each < 3; each += 1) payouts.push((await reserveFifty(ctx, process)).payout);
    begin({
      inspect: async (transaction) => {
        const decoded = await chain.inspect(transaction);
        if (decoded === 'unreadable' || decoded.outputs.length < 3) return decoded;
        return { ...decoded, fee: { ...decoded.fee, amount: 10n ** 18n } };
      },
    });
    await advanceRounds(ctx, process, 1);
    expect(await Promise.all(payouts.map(async ({ id }) => (await now(id)).state))).toEqual([
      'broadcasting',
      'broadcasting',
      'broadcasting',
    ]);
    expect(chain.sent()).toHaveLength(2);
  });
});
