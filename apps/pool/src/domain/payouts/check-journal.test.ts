import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import {
  clearPayouts,
  coin,
  forgetSigned,
  giveBalance,
  openMiner,
  payingProcess,
} from '../../testing/payouts/payout-world.ts';
import { recordDecision } from '../kernel/decision.ts';
import { oneRail } from '../../sandbox/testing/one-rail.ts';
import { disregardTransaction } from './disregard-transaction.ts';
import { advancePayouts } from './advance-payouts.ts';
import { adoptPayout } from './adopt-payout.ts';
import { compareOutgoing } from './compare-outgoing.ts';
import { checkJournal } from './check-journal.ts';
import { releasePayout } from './operate-payouts.ts';
import { findPayout, type Payout } from './payout.ts';
import { storeSentBytes } from './prepare-payout.ts';
import { reservePayout } from './reserve-payout.ts';
import { liftSuspension } from './lift-suspension.ts';
import { readSuspensions, suspendByOperator } from './suspensions.ts';

describe.each(oneEngine())('checkJournal on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(() => clearPayouts(ctx));
  afterAll(() => ctx.close());

  async function pay(): Promise<{
    process: ReturnType<typeof payingProcess>;
    rail: ReturnType<typeof adversarialRail>;
    id: bigint;
  }> {
    const rail = adversarialRail(ctx.clock, calm);
    const process = payingProcess(ctx, rail);
    const miner = await openMiner(ctx);
    await giveBalance(ctx, miner, 50n * coin);
    const outcome = await reservePayout(process, miner, 'manual');
    await advancePayouts(process, () => undefined);
    return { process, rail, id: outcome.kind === 'reserved' ? outcome.id : 0n };
  }

  /** A comparison that found nothing, which a suite may claim. */
  const sayCompared = async (of: TestContext): Promise<void> => {
    await of.db.query(sql`
      INSERT INTO payout_comparisons (compared_at, since, transactions, unknown, actor)
      VALUES (${new Date(of.clock.now())}, ${new Date(0)}, 0, 0, 'suite')`);
  };

  /** As an older copy of the database has it. */
  const asReserved = (): Promise<void> => forgetSigned(ctx);

  it('is content with a database that knows everything that was sent', async () => {
    const { process } = await pay();
    const again = process.restart();
    expect(await checkJournal(again)).toEqual({ kind: 'sound', lines: 1 });
    expect(await readSuspensions(ctx.db)).toEqual([]);
    again.end();
  });

  it('lets nothing leave after the database has lost what was sent, until an operator has looked [P2] [P10]', async () => {
    const { process, rail, id } = await pay();
    await clearPayouts(ctx);
    const again = process.restart();
    expect(await checkJournal(again)).toEqual({ kind: 'ahead', payouts: [id] });
    expect(await readSuspensions(ctx.db)).toMatchObject([{ network: '*', reason: 'journal-ahead' }]);
    const miner = await openMiner(ctx);
    await giveBalance(ctx, miner, 50n * coin);
    expect(await reservePayout(again, miner, 'manual')).toEqual({
      kind: 'suspended',
      reason: 'journal-ahead',
    });
    // What an operator has looked at is not held against the next start; what comes after it is.
    expect(await liftSuspension(ctx, '*', 'paid by hand')).toBe('not-compared');
    await sayCompared(ctx);
    await liftSuspension(ctx, '*', 'paid by hand');
    const [txid = ''] = rail.sent();
    // It is a miner's address, so it is refused today; an earlier release took it.
    const root = { ...again, secret: ctx.secret, actor: 'root' };
    expect(await disregardTransaction(root, { txid, reason: 'paid by hand' })).toMatchObject({
      kind: 'pays-miner',
    });
    await ctx.db.transaction((tx) =>
      recordDecision(tx, root, { kind: 'disregard-transaction', subject: txid, reason: 'paid by hand' }),
    );
    expect(await checkJournal(again)).toEqual({ kind: 'sound', lines: 1 });
    expect((await reservePayout(again, miner, 'manual')).kind).toBe('reserved');
    // What was disregarded is unknown again where the wallet has sent it, so here the wallet has nothing of it.
    const outgoing: typeof rail.outgoing = async (since, network) =>
      (await rail.outgoing(since, network)).map((answer) => ({ ...answer, transactions: [] }));
    const unsent = { ...again, rails: oneRail({ ...rail, outgoing }) };
    await advancePayouts(unsent, () => undefined);
    await ctx.db.execute(`SET session_replication_role = replica;
      UPDATE payouts SET state = 'prepared'; SET session_replication_role = origin`);
    expect(await checkJournal(again.restart())).toMatchObject({ kind: 'ahead' });
    await ctx.db.execute(`DELETE FROM payout_suspensions`);
    again.end();
  });

  it('is not drowned out by what an operator had suspended before: each is lifted by itself, the suspension last [P2] [P10]', async () => {
    const { process } = await pay();
    await clearPayouts(ctx);
    // As after the restore of a backup that was made on a bad day.
    await suspendByOperator(ctx, '*', 'the ledger did not add up');
    const again = process.restart();
    expect((await checkJournal(again)).kind).toBe('ahead');
    const reasons = async () => (await readSuspensions(ctx.db)).map(({ reason }) => reason).toSorted();
    expect(await reasons()).toEqual(['journal-ahead', 'operator']);
    expect(await liftSuspension(ctx, '*', 'restored')).toBe('lifted');
    expect(await reasons()).toEqual(['journal-ahead']);
    const miner = await openMiner(ctx);
    await giveBalance(ctx, miner, 50n * coin);
    expect(await reservePayout(again, miner, 'manual')).toEqual({
      kind: 'suspended',
      reason: 'journal-ahead',
    });
    await sayCompared(ctx);
    expect(await liftSuspension(ctx, '*', 'paid by hand')).toBe('lifted');
    expect(await liftSuspension(ctx, '*', 'paid by hand')).toBe('not-suspended');
    expect(await checkJournal(again)).toEqual({ kind: 'sound', lines: 1 });
    again.end();
  });

  it('names the payouts of every process whose journal is ahead, and none twice [P2] [P10]', async () => {
    const [first, second] = [await pay(), await pay()];
    await clearPayouts(ctx);
    const [one, two] = [first.process.restart(), second.process.restart()];
    for (const each of [one, two, one, two]) await checkJournal(each);
    expect((await readSuspensions(ctx.db)).map(({ detail }) => detail).toSorted()).toEqual([
      `the journal has sent payouts that the database does not know: ${first.id}`,
      `the journal has sent payouts that the database does not know: ${second.id}`,
    ]);
    for (const each of [one, two]) each.end();
  });

  it('releases nothing that the journal says was sent, though the database only knows of the reservation [P1] [P2]', async () => {
    const { process, id } = await pay();
    const sent = process.journal.lines()[0];
    await asReserved();
    const again = process.restart();
    const reserved = async () => (await findPayout(ctx.db, id)) as Payout;
    expect(
      await storeSentBytes(
        { ...again, journal: { ...again.journal, linesOf: () => [] } },
        { ...(await reserved()), id: 9n ** 9n },
      ),
    ).toBe(false);
    expect(await storeSentBytes(again, { ...(await reserved()), amount: 1n })).toBe(false);
    expect(await storeSentBytes(again, await reserved())).toBe(true);
    expect(await storeSentBytes(again, await reserved())).toBe(false);
    expect(await releasePayout({ ...ctx, actor: 'root' }, id, 'a suspension')).toEqual({
      kind: 'awaits-chain',
    });
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'prepared', signed: { txid: sent?.txid } });
    again.end();
  });

  it('goes on with the bytes that were sent where the database only knows of the reservation [P1] [P2]', async () => {
    const { process, rail, id } = await pay();
    const sent = process.journal.lines()[0];
    await asReserved();
    const again = process.restart();
    expect(await checkJournal(again)).toEqual({ kind: 'ahead', payouts: [id] });
    const operator = { ...again, secret: ctx.secret, actor: 'root' };
    expect((await compareOutgoing(operator)).unknown.map(({ txid }) => txid)).toEqual([sent?.txid]);
    expect(await adoptPayout(operator, { txid: sent?.txid ?? '', reason: 'it is on its way' })).toEqual({
      kind: 'adopted',
      payout: id,
      fromPool: 0n,
      held: [],
    });
    expect((await compareOutgoing(operator)).unknown).toEqual([]);
    expect(await liftSuspension(ctx, '*', 'it is on its way')).toBe('lifted');
    for (let round = 0; round < 12; round += 1) {
      await advancePayouts(again, () => undefined);
      ctx.advance(10_000);
    }
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'settled', signed: { txid: sent?.txid } });
    expect(rail.truth()).toHaveLength(1);
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
