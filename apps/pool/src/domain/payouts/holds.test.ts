import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { unluckyPayee } from '../../sandbox/testing/adversarial-chain.ts';
import { adversarialRail, badPayee, calm } from '../../sandbox/testing/adversarial-rail.ts';
import type { Rail } from '../kernel/rail.ts';
import { WalletShort } from '../kernel/wallet-short.ts';
import { approvePayouts } from '../operations/decide-payout.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import {
  clearPayouts,
  coin,
  giveBalance,
  giveReward,
  openMiner,
  type PayingProcess,
  payingProcess,
} from '../../testing/payouts/payout-world.ts';
import { oneRail } from '../../sandbox/testing/one-rail.ts';
import { advancePayouts } from './advance-payouts.ts';
import { runAutoPayouts } from './auto-run.ts';
import { judgeHolds } from './judge-holds.ts';
import { listWaitingPayouts } from '../views/count-payouts.ts';
import { listPayouts } from '../views/list-payouts.ts';
import { broadcastPayout } from './broadcast-payout.ts';
import { findPayout, type Payout } from './payout.ts';
import { preparePayouts } from './prepare-payout.ts';
import { holdPayout, releasePayout, retryPayout } from './operate-payouts.ts';
import { readPaidTotal } from './paid-total.ts';
import { reservePayout } from './reserve-payout.ts';
import { liftSuspension } from './lift-suspension.ts';
import { suspendByOperator } from './suspensions.ts';
import { valuePayouts } from './value-payouts.ts';

const fail = (_id: bigint, error: unknown): never => {
  throw error;
};

describe.each(oneEngine())('payouts that wait, on %s', (engine) => {
  let ctx: TestContext;
  let rail: Rail;
  let paying: PayingProcess;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    await clearPayouts(ctx);
    await ctx.db.query(sql`UPDATE miners SET auto_pay = false`);
    ctx.prices.set('DOGE', '0.25');
    ctx.setNow(Date.UTC(2026, 4, 2, 13, 0, 5));
    // A chain of its own, because the clock of the last test has run ahead.
    rail = adversarialRail(ctx.clock, calm);
    paying = payingProcess(ctx, rail);
  });
  afterEach(() => paying.end());
  afterAll(() => ctx.close());

  /** A miner with 50 DOGE, worth 12.5 dollars, auto-pay on and a reward of yesterday. */
  async function earner(): Promise<bigint> {
    const miner = await openMiner(ctx, { autoPay: true });
    await giveReward(ctx, miner, Date.UTC(2026, 4, 1, 8));
    await giveBalance(ctx, miner, 50n * coin);
    return miner;
  }
  /** A miner whose owner asks for 50 DOGE now. */
  async function ask(process = paying): Promise<bigint> {
    const miner = await openMiner(ctx);
    await giveBalance(ctx, miner, 50n * coin);
    const outcome = await reservePayout(process, miner, 'manual');
    if (outcome.kind !== 'reserved') throw new Error(outcome.kind);
    return outcome.id;
  }
  const holds = async (): Promise<(string | null)[]> =>
    (await ctx.db.query<{ hold: string | null }>(sql`SELECT hold FROM payouts ORDER BY id`)).map(
      ({ hold }) => hold,
    );
  const waits = async (): Promise<(string | undefined)[]> =>
    (await listPayouts(ctx, { limit: 9 })).map(({ waitsFor }) => waitsFor).toReversed();
  async function drain(process = paying, steps = 14): Promise<void> {
    for (let step = 0; step < steps; step += 1) {
      await advancePayouts(process, fail);
      ctx.advance(10_000);
    }
  }

  it('are counted by coin and network, with what they come to and since when the oldest waits, until they are over', async () => {
    expect(await listWaitingPayouts(ctx)).toEqual([]);
    const since = ctx.clock.now();
    const first = await ask();
    ctx.advance(60_000);
    await ask();
    const waiting = { coin: 'DOGE', network: 'DOGE' };
    expect(await listWaitingPayouts(ctx)).toEqual([{ ...waiting, since, amount: 100n * coin }]);
    await releasePayout(ctx, first, 'its owner has called');
    expect(await listWaitingPayouts(ctx)).toEqual([
      { ...waiting, since: since + 60_000, amount: 50n * coin },
    ]);
  });

  it('names everything that holds a payout back, the most important first', async () => {
    const id = await ask();
    await holdPayout(ctx, id, 'who is it');
    const held = 'an operator, who holds it: who is it';
    expect(await waits()).toEqual([held]);
    await suspendByOperator(ctx, 'DOGE', 'the node moves');
    expect(await waits()).toEqual([`${held}; and then the suspension of DOGE: operator (the node moves)`]);
    const [quiet] = await listPayouts({ ...ctx, payoutBlockReason: () => 'database-changed' }, { limit: 1 });
    expect(quiet?.waitsFor).toBe(
      `${held}; and then the suspension of DOGE: operator (the node moves); and then the quiet half minute after another server or copy of the database answered: every process compares it with its journal first`,
    );
  });

  it('goes on by itself when the price is back that was away at 13:00', async () => {
    for (let each = 0; each < 5; each += 1) await earner();
    ctx.prices.delete('DOGE');
    expect(await runAutoPayouts(paying, fail)).toEqual({ kind: 'ran', reserved: 5, refused: 0 });
    expect(await judgeHolds(paying, fail)).toBe(0);
    expect(await waits()).toEqual(Array.from({ length: 5 }, () => 'an agreed price of DOGE'));
    ctx.advance(300_000);
    ctx.prices.set('DOGE', '0.25');
    expect(await judgeHolds(paying, fail)).toBe(5);
    await drain();
    expect(await ctx.db.query(sql`SELECT DISTINCT state, hold FROM payouts`)).toEqual([
      { state: 'settled', hold: null },
    ]);
    // It counts towards the cap of the day on which it went on.
    expect(await ctx.db.query(sql`SELECT usd FROM payout_days`)).toEqual([{ usd: (125n * coin) / 2n }]);
  });

  it('has room under the cap again from midnight on, for the oldest first', async () => {
    const capped = { ...paying, caps: { ...paying.caps, day: 25n * coin } };
    for (let each = 0; each < 5; each += 1) await ask(capped);
    expect(await holds()).toEqual([null, null, 'over-day-cap', 'over-day-cap', 'over-day-cap']);
    expect((await waits())[2]).toBe('room under the cap of the day: from 00:00 UTC, or with an approval');
    ctx.setNow(Date.UTC(2026, 4, 2, 23, 59, 59));
    expect(await judgeHolds(capped, fail)).toBe(0);
    ctx.setNow(Date.UTC(2026, 4, 3));
    // One that comes before the job does stands behind those that wait already.
    await ask(capped);
    expect(await judgeHolds(capped, fail)).toBe(2);
    expect(await judgeHolds(capped, fail)).toBe(0);
    expect(await holds()).toEqual([null, null, null, null, 'over-day-cap', 'over-day-cap']);
    ctx.setNow(Date.UTC(2026, 4, 4));
    expect(await judgeHolds(capped, fail)).toBe(2);
  });

  it('gives the room of what was never signed back to the caps, and tries a miner three times a day', async () => {
    const capped = { ...paying, caps: { ...paying.caps, run: 30n * coin, day: 30n * coin } };
    // 12.5 dollars, again and again.
    const refused = await openMiner(ctx, { address: `${badPayee}OfTheDay` });
    await giveBalance(ctx, refused, 50n * coin);
    const outcomes: string[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      outcomes.push((await reservePayout(capped, refused, 'manual')).kind);
      await advancePayouts(capped, fail);
    }
    expect(outcomes).toEqual(['reserved', 'reserved', 'reserved', 'paid-today']);
    await earner();
    expect(await runAutoPayouts(capped, fail)).toMatchObject({ reserved: 1 });
    const counted = async () =>
      ctx.db.query(
        sql`SELECT payout_days.usd AS day, payout_runs.usd AS run FROM payout_days JOIN payout_runs ON run_date = utc_date`,
      );
    const one = (125n * coin) / 10n;
    expect(await counted()).toEqual([{ day: one, run: one }]);
    const [automatic] = await ctx.db.query<{ id: bigint }>(sql`SELECT id FROM payouts WHERE kind = 'auto'`);
    await releasePayout(ctx, automatic?.id ?? 0n, 'its owner has asked for it');
    expect(await counted()).toEqual([{ day: 0n, run: 0n }]);
    await ask(capped);
    await ask(capped);
    // What is held over a cap never counted, and gives nothing back.
    const over = await ask(capped);
    expect(await holds()).toEqual([null, null, null, null, null, null, 'over-day-cap']);
    await releasePayout(ctx, over, 'its owner has asked for it');
    expect(await counted()).toEqual([{ day: 2n * one, run: 0n }]);
    ctx.setNow(Date.UTC(2026, 4, 3));
    expect((await reservePayout(capped, refused, 'manual')).kind).toBe('reserved');
  });

  it('counts what was signed towards the caps of its day also when its chain has invalidated it', async () => {
    const miner = await openMiner(ctx, { address: `${unluckyPayee}OfTheDay` });
    await giveBalance(ctx, miner, 50n * coin);
    await reservePayout(paying, miner, 'manual');
    await drain(paying, 200);
    expect(await ctx.db.query(sql`SELECT state, reason FROM payouts`)).toEqual([
      { state: 'released', reason: 'TRANSACTION_DEAD' },
    ]);
    expect(await ctx.db.query(sql`SELECT usd FROM payout_days`)).toEqual([{ usd: (125n * coin) / 10n }]);
  });

  it('never lets go what an operator holds, and asks for an approval of what no cap has room for', async () => {
    const capped = { ...paying, caps: { ...paying.caps, day: 12n * coin } };
    const [held, large] = [await ask(), await ask(capped)];
    await holdPayout(paying, held, 'a phone call');
    ctx.setNow(Date.UTC(2026, 4, 9));
    expect(await judgeHolds(capped, fail)).toBe(0);
    expect(await holds()).toEqual(['operator', 'over-account-cap']);
    expect(await waits()).toEqual([
      'an operator, who holds it: a phone call',
      "an operator's approval: it is worth more than may leave without one",
    ]);
    expect(large).toBeGreaterThan(held);
  });

  it('lets all go at once that the pool holds, on one network or by their ids', async () => {
    const capped = { ...paying, caps: { ...paying.caps, miner: coin } };
    const [first, second, third, byHand] = [
      await ask(capped),
      await ask(capped),
      await ask(capped),
      await ask(),
    ];
    await holdPayout(paying, byHand, 'a phone call');
    const ann = { ...paying, actor: 'ann' };
    const reason = 'a good month';
    expect(await approvePayouts(ann, { network: 'BTC', reason })).toEqual({
      kind: 'done',
      approved: [],
      left: [],
    });
    expect(await approvePayouts(ann, { network: 'nowhere', reason })).toEqual({ kind: 'unknown-network' });
    expect(await approvePayouts(ann, { ids: [`${first}`, 'x'], reason })).toEqual({ kind: 'malformed-id' });
    expect(await approvePayouts(ann, { ids: [`${first}`, '999999'], reason })).toEqual({
      kind: 'done',
      approved: [`${first}`],
      left: ['999999'],
    });
    expect(await approvePayouts(ann, { reason })).toEqual({
      kind: 'done',
      approved: [`${second}`, `${third}`],
      left: [],
    });
    expect(await holds()).toEqual([null, null, null, 'operator']);
  });

  it('serves those first in the daily run who were last paid longest ago', async () => {
    const miners = [await earner(), await earner(), await earner()];
    const capped = { ...paying, caps: { ...paying.caps, run: 25n * coin } };
    await runAutoPayouts(capped, fail);
    await drain(capped, 8);
    const [late] = await ctx.db.query<{ miner: bigint }>(
      sql`SELECT miner_id AS miner FROM payouts WHERE hold = 'over-run-cap'`,
    );
    ctx.setNow(Date.UTC(2026, 4, 3));
    expect(await judgeHolds(capped, fail)).toBe(1);
    await drain(capped, 8);
    // On the next day the two of the first day have waited longer than the one of this midnight.
    for (const miner of miners) {
      await giveReward(ctx, miner, Date.UTC(2026, 4, 3, 8));
      await giveBalance(ctx, miner, 50n * coin);
    }
    ctx.setNow(Date.UTC(2026, 4, 4, 13, 0, 5));
    await runAutoPayouts(capped, fail);
    const [last] = await ctx.db.query<{ miner: bigint }>(
      sql`SELECT miner_id AS miner FROM payouts ORDER BY id DESC LIMIT 1`,
    );
    expect(last).toEqual(late);
  });

  it('pays on the same day whom the run met while their network was suspended', async () => {
    await earner();
    await suspendByOperator(ctx, 'DOGE', 'look');
    expect(await runAutoPayouts(paying, fail)).toEqual({ kind: 'ran', reserved: 0, refused: 0 });
    ctx.advance(60_000);
    expect(await runAutoPayouts(paying, fail)).toEqual({ kind: 'ran', reserved: 0, refused: 0 });
    await liftSuspension(ctx, 'DOGE', 'fine');
    ctx.advance(60_000);
    expect(await runAutoPayouts(paying, fail)).toEqual({ kind: 'ran', reserved: 1, refused: 0 });
    ctx.advance(60_000);
    expect(await runAutoPayouts(paying, fail)).toEqual({ kind: 'done-before' });
    expect(await holds()).toEqual([null]);
  });

  it('does not leave where an operator holds it while it is on its way, and no statement fails', async () => {
    const id = await ask();
    const read = async () => (await findPayout(ctx.db, id)) as Payout;
    expect(await preparePayouts(paying, [await read()])).toEqual({ kind: 'prepared' });
    const before = await read();
    expect(await holdPayout(ctx, id, 'a look')).toEqual({ kind: 'done' });
    expect(await broadcastPayout(paying, before)).toBe('held');
    expect(await read()).toMatchObject({ state: 'prepared', hold: 'operator', sends: 0 });
  });

  it('says that the pool itself lets nothing leave, and why', async () => {
    await ask();
    const [listed] = await listPayouts({ ...ctx, payoutBlockReason: () => 'clock-skew' }, { limit: 1 });
    expect(listed?.waitsFor).toBe('the pool itself, which lets nothing leave: clock-skew');
  });

  it('says what an empty wallet needs, and asks it seldom', async () => {
    let asked = 0;
    let funds = false;
    const poor: PayingProcess = {
      ...paying,
      rails: oneRail({
        ...rail,
        build: async (orders, claimed) => {
          asked += 1;
          if (!funds) throw new WalletShort('insufficient funds');
          return rail.build(orders, claimed);
        },
      }),
    };
    for (let each = 0; each < 3; each += 1) await ask();
    for (let second = 0; second < 60; second += 2) {
      await advancePayouts(poor, fail);
      ctx.advance(2000);
    }
    // After 0, 10 and 30 seconds, for the oldest of them only.
    expect(asked).toBe(3);
    expect(await waits()).toEqual(
      Array.from({ length: 3 }, () => 'funds: the wallet needs 150 DOGE on DOGE'),
    );
    funds = true;
    await drain(poor, 20);
    expect(await ctx.db.query(sql`SELECT DISTINCT state FROM payouts`)).toEqual([{ state: 'settled' }]);
    expect(asked).toBe(6);
  });

  it('lets later ones pass one that the wallet cannot pay from midnight to noon', async () => {
    const hour = 3_600_000;
    const large = await ask();
    let funds = false;
    const poor: PayingProcess = {
      ...paying,
      rails: oneRail({
        ...rail,
        build: async (orders, claimed) => {
          if (!funds && orders.some(({ payoutId }) => payoutId === large))
            throw new WalletShort('insufficient funds');
          return rail.build(orders, claimed);
        },
      }),
    };
    const states = () => ctx.db.query(sql`SELECT array_agg(state ORDER BY id) AS states FROM payouts`);
    const pass = async (hours: number) => {
      ctx.advance(hours * hour);
      for (let second = 0; second < 200; second += 10) {
        await advancePayouts(poor, fail);
        ctx.advance(10_000);
      }
    };
    await ask();
    // From 13:00 on.
    await pass(0);
    await pass(10);
    expect(await states()).toEqual([{ states: ['reserved', 'reserved'] }]);
    await pass(1);
    expect(await states()).toEqual([{ states: ['reserved', 'settled'] }]);
    // Then what comes in is kept for it again.
    await pass(11);
    await ask();
    await pass(1);
    expect(await states()).toEqual([{ states: ['reserved', 'settled', 'reserved'] }]);
    funds = true;
    await pass(0);
    expect(await states()).toEqual([{ states: ['settled', 'settled', 'settled'] }]);
  });

  it('keeps no other waiting when the wallet fails for one, and is asked at once by an operator’s retry', async () => {
    const [first] = [await ask(), await ask()];
    const failed: bigint[] = [];
    const odd = {
      ...paying,
      rails: oneRail({
        ...rail,
        build: (...asked: Parameters<Rail['build']>) =>
          asked[0].some(({ payoutId }) => payoutId === first)
            ? Promise.reject(new Error('key locked'))
            : rail.build(...asked),
      }),
    };
    for (let each = 0; each < 3; each += 1) await advancePayouts(odd, (id) => failed.push(id));
    expect(failed).toEqual([first]);
    expect((await waits())[0]).toBe(
      'the wallet did not sign: key locked; asked 1 times, next at 2026-05-02T13:00:15Z',
    );
    expect(await ctx.db.query(sql`SELECT state FROM payouts WHERE id <> ${first}`)).toEqual([
      { state: 'broadcasting' },
    ]);
    expect(await retryPayout(paying, first, 'key unlocked')).toEqual({ kind: 'done' });
    await advancePayouts(paying, fail);
    expect(await ctx.db.query(sql`SELECT state FROM payouts WHERE id = ${first}`)).toEqual([
      { state: 'broadcasting' },
    ]);
  });

  it('values what has a price behind any number of settled payouts that have none', async () => {
    const miner = await openMiner(ctx);
    await giveBalance(ctx, miner, 50n * coin);
    await reservePayout(paying, miner, 'manual');
    await drain();
    // 250 older ones of a coin that is in no catalogue any more.
    // In one script, because a pool of connections may answer each query on another one.
    await ctx.db.execute(`
      SET session_replication_role = replica;
      INSERT INTO payouts (order_id, miner_id, kind, utc_date, coin, network, address, memo, from_mining, from_referral, amount,
                           reserved_at, state, state_at, ended_at, txid, sent_at)
      SELECT id || '-' || n, miner_id, 'manual', utc_date - n, 'GONE', network, address, memo, from_mining, from_referral, amount,
             reserved_at, state, state_at, ended_at, txid || n, sent_at
        FROM payouts, generate_series(1, 250) AS n;
      UPDATE payouts SET coin = CASE WHEN id = (SELECT max(id) FROM payouts) THEN 'DOGE' ELSE 'GONE' END;
      SET session_replication_role = origin`);
    expect(await valuePayouts(ctx)).toBe(1);
    expect(await valuePayouts(ctx)).toBe(0);
  });

  it('values nothing that was taken back since it was read', async () => {
    const miner = await openMiner(ctx);
    await giveBalance(ctx, miner, 50n * coin);
    await reservePayout(paying, miner, 'manual');
    await drain();
    const before = await readPaidTotal(ctx.db);
    const db: typeof ctx.db = Object.assign(Object.create(ctx.db) as typeof ctx.db, {
      transaction: async <T>(work: Parameters<typeof ctx.db.transaction<T>>[0]) => {
        await ctx.db.execute(`
          SET session_replication_role = replica;
          UPDATE payouts SET state = 'released';
          SET session_replication_role = origin`);
        return ctx.db.transaction(work);
      },
    });
    expect(await valuePayouts({ ...ctx, db })).toBe(0);
    expect(await readPaidTotal(ctx.db)).toBe(before);
  });
});
