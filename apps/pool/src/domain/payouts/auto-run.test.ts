import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { unluckyPayee } from '../../sandbox/testing/adversarial-chain.ts';
import { adversarialRail, badPayee, calm } from '../../sandbox/testing/adversarial-rail.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import {
  availableTo,
  clearPayouts,
  coin,
  giveBalance,
  giveReward,
  openMiner,
  type PayingProcess,
  payingProcess,
} from '../../testing/payouts/payout-world.ts';
import { onDomainEvent } from '../kernel/domain-events.ts';
import { readStats } from '../views/read-stats.ts';
import { advancePayouts } from './advance-payouts.ts';
import { runAutoPayouts } from './auto-run.ts';
import { judgeHolds } from './judge-holds.ts';
import { liftSuspension } from './lift-suspension.ts';
import { approvePayout, releasePayout } from './operate-payouts.ts';
import { reservePayout } from './reserve-payout.ts';
import { setAutoPay } from './set-auto-pay.ts';
import { suspendPayouts } from './suspensions.ts';

const day = (text: string): number => Date.parse(`${text}Z`);

describe.each(oneEngine())('the daily run on %s', (engine) => {
  let ctx: TestContext;
  let paying: PayingProcess;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
    paying = payingProcess(ctx, adversarialRail(ctx.clock, calm));
  });
  beforeEach(async () => {
    await clearPayouts(ctx);
    await ctx.db.query(sql`UPDATE miners SET auto_pay = false`);
  });
  afterAll(async () => {
    paying.end();
    await ctx.close();
  });

  /** A miner with a balance, auto-pay on and a reward at a moment. */
  async function earner(reward: string | undefined, amount = 50n * coin): Promise<bigint> {
    const miner = await openMiner(ctx, { autoPay: true });
    await giveBalance(ctx, miner, amount);
    if (reward !== undefined) await giveReward(ctx, miner, day(reward));
    return miner;
  }
  const run = () => runAutoPayouts(paying, () => undefined);
  const runAt = async (text: string) => {
    ctx.setNow(day(text));
    return run();
  };
  const uuidOf = async (id: bigint) =>
    (await ctx.db.query<{ uuid: string }>(sql`SELECT uuid FROM miners WHERE id = ${id}`))[0]?.uuid ?? '';
  const payouts = () => ctx.db.query(sql`SELECT id FROM payouts WHERE kind = 'auto'`);

  it('begins at 13:00 UTC, not a millisecond before, and once a day [P6] [pay-07]', async () => {
    await earner('2026-03-07T08:00:00');
    expect(await runAt('2026-03-08T12:59:59.999')).toEqual({ kind: 'not-yet' });
    expect(await runAt('2026-03-08T13:00:00.000')).toEqual({ kind: 'ran', reserved: 1, refused: 0 });
    expect(await runAt('2026-03-08T13:01:00.000')).toEqual({ kind: 'done-before' });
    // A clock that is set back, and forward again.
    expect(await runAt('2026-03-08T12:00:00.000')).toEqual({ kind: 'not-yet' });
    expect(await runAt('2026-03-08T23:59:59.999')).toEqual({ kind: 'done-before' });
    expect(await payouts()).toHaveLength(1);
  });

  it('catches up on the same UTC day, and is not made up for later: the next run pays instead [T3]', async () => {
    await earner('2026-10-24T08:00:00');
    // Down from 12:55 to 15:00.
    expect(await runAt('2026-10-25T15:00:00.000')).toEqual({ kind: 'ran', reserved: 1, refused: 0 });
    // Down for the whole of the 26th and 27th.
    for (const reward of ['2026-10-25T00:00:00.000', '2026-10-26T08:00:00', '2026-10-27T23:59:59.999'])
      await earner(reward);
    // The run of the 25th paid for it, or would have.
    await earner('2026-10-24T23:59:59.999');
    await earner('2026-10-28T00:00:00.000');
    expect(await runAt('2026-10-28T00:00:00.000')).toEqual({ kind: 'not-yet' });
    expect(await runAt('2026-10-28T13:00:00.000')).toMatchObject({ kind: 'ran', reserved: 3 });
    expect(await payouts()).toHaveLength(4);
  });

  it('pays whom a suspension kept waiting over midnight, and no other account for older rewards', async () => {
    const waits = await earner('2026-11-01T08:00:00');
    await earner('2026-10-31T08:00:00');
    await earner('2026-11-01T08:00:00', 1n);
    ctx.setNow(day('2026-11-02T12:00:00'));
    await suspendPayouts(ctx.db, { network: '*', reason: 'operator', detail: 'a restore' }, ctx.clock.now());
    expect(await runAt('2026-11-02T13:00:05')).toEqual({ kind: 'ran', reserved: 0, refused: 1 });
    expect(await runAt('2026-11-03T13:00:05')).toEqual({ kind: 'ran', reserved: 0, refused: 1 });
    ctx.setNow(day('2026-11-04T12:00:00'));
    expect(await liftSuspension({ ...ctx, actor: 'root' }, '*', 'compared')).toBe('lifted');
    expect((await readStats(ctx, await uuidOf(waits)))?.payday.isOwed).toBe(true);
    expect(await runAt('2026-11-04T12:59:59')).toEqual({ kind: 'not-yet' });
    expect(await runAt('2026-11-04T13:00:05')).toEqual({ kind: 'ran', reserved: 1, refused: 2 });
    expect(await ctx.db.query(sql`SELECT miner_id FROM payouts`)).toEqual([{ miner_id: waits }]);
    expect(await runAt('2026-11-05T13:00:05')).toEqual({ kind: 'ran', reserved: 0, refused: 3 });
    expect(await ctx.db.query(sql`SELECT 1 FROM payout_run_waits`)).toEqual([]);
  });

  it.each([
    ['the last millisecond before', '2028-02-27T23:59:59.999', 0],
    ['the first of the day before', '2028-02-28T00:00:00.000', 1],
    ['the last of the day before', '2028-02-28T23:59:59.999', 1],
    ['the first of today', '2028-02-29T00:00:00.000', 0],
  ])('pays for a reward in %s: [D-1 00:00, D 00:00) [T5] [P7]', async (_title, reward, reserved) => {
    await earner(reward);
    expect(await runAt('2028-02-29T13:00:00.000')).toEqual({ kind: 'ran', reserved, refused: 1 - reserved });
  });

  it.each([
    ['of the day before', '2028-02-28T12:00:00.000', 1n, 1],
    ['of today', '2028-02-29T00:00:00.000', 1n, 0],
    ['that still waits to be converted', '2028-02-28T12:00:00.000', 0n, 0],
  ])('pays a miner that only refers for income %s', async (_title, at, credited, reserved) => {
    const owner = await earner(undefined);
    const miner = await openMiner(ctx);
    await giveReward(ctx, miner, day('2028-02-01T00:00:00.000'));
    await ctx.db.query(sql`
      INSERT INTO referral_credits (round_id, line, miner_id, code, owner_id, parts, amount, coin, rate, credited, waiting,
                                    credited_at)
      SELECT round_id, line, miner_id, 'code', ${owner}, 1, 1, 'DOGE', '1', ${credited},
             ${credited === 0n ? 'no-price' : null}, ${new Date(day(at))}
        FROM credits WHERE miner_id = ${miner}`);
    expect(await runAt('2028-02-29T13:00:00.000')).toEqual({ kind: 'ran', reserved, refused: 1 - reserved });
  });

  it('keeps to UTC in whatever zone the machine stands [P6] [T3] [T4]', async () => {
    const zone = process.env['TZ'];
    for (const each of ['America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati']) {
      process.env['TZ'] = each;
      await clearPayouts(ctx);
      await ctx.db.query(sql`UPDATE miners SET auto_pay = false`);
      await earner('2026-07-09T23:59:59.999');
      expect([each, await runAt('2026-07-10T12:59:59.999')]).toEqual([each, { kind: 'not-yet' }]);
      expect([each, await runAt('2026-07-10T23:00:00.000')]).toEqual([
        each,
        { kind: 'ran', reserved: 1, refused: 0 },
      ]);
      const rows = await ctx.db.query<{ run: string }>(sql`SELECT run_date::text AS run FROM payout_runs`);
      expect(rows).toEqual([{ run: '2026-07-10' }]);
    }
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  it('takes the business day from the clock of the pool, in UTC, whatever zone and time the database has [T1]', async () => {
    for (const zone of ['America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati']) {
      await clearPayouts(ctx);
      await ctx.db.execute(`SET TIME ZONE '${zone}'`);
      const miner = await earner(undefined);
      await ctx.db.query(sql`UPDATE miners SET auto_pay = false WHERE id = ${miner}`);
      const kinds: string[] = [];
      for (const at of ['2026-03-08T00:00:00.000', '2026-03-08T23:59:59.999', '2026-03-09T00:00:00.000']) {
        ctx.setNow(day(at));
        await giveBalance(ctx, miner, 50n * coin);
        kinds.push((await reservePayout(paying, miner, 'manual')).kind);
      }
      expect([zone, ...kinds]).toEqual([zone, 'reserved', 'paid-today', 'reserved']);
      const rows = await ctx.db.query<{ day: string }>(
        sql`SELECT utc_date::text AS day FROM payouts ORDER BY id`,
      );
      expect(rows).toEqual([{ day: '2026-03-08' }, { day: '2026-03-09' }]);
    }
    await ctx.db.execute('RESET TIME ZONE');
  });

  it('is run by two processes at once without paying any miner twice [P6] [P9]', async () => {
    for (let each = 0; each < 5; each += 1) await earner('2026-05-01T08:00:00');
    ctx.setNow(day('2026-05-02T13:00:05'));
    const outcomes = await Promise.all([run(), run(), run()]);
    expect(outcomes.map(({ kind }) => kind)).toContain('ran');
    expect(await payouts()).toHaveLength(5);
  });

  it('goes on after it was cut off, with those that are left', async () => {
    const [first, second] = [await earner('2026-05-11T08:00:00'), await earner('2026-05-11T08:00:00')];
    ctx.setNow(day('2026-05-12T13:00:05'));
    let calls = 0;
    const failing = {
      ...paying,
      db: {
        ...ctx.db,
        transaction: <T>(work: Parameters<typeof ctx.db.transaction<T>>[0]) => {
          calls += 1;
          return calls === 1 ? Promise.reject(new Error('away')) : ctx.db.transaction<T>(work);
        },
      },
    };
    const failed: bigint[] = [];
    expect(await runAutoPayouts(failing, (miner) => failed.push(miner))).toEqual({
      kind: 'ran',
      reserved: 1,
      refused: 0,
    });
    expect(failed).toHaveLength(1);
    expect([first, second]).toContain(failed[0]);
    expect(await run()).toEqual({ kind: 'ran', reserved: 1, refused: 0 });
    expect(await payouts()).toHaveLength(2);
  });

  /** A process that also sends, with a journal of its own. */
  const sender = () => payingProcess(ctx, adversarialRail(ctx.clock, calm, { validMs: 240_000 }));
  const runOf = (sending: PayingProcess) => runAutoPayouts(sending, () => undefined);
  /** Takes everything open on for so long. */
  const payFor = async (sending: PayingProcess, minutes: number) => {
    for (let step = 0; step < minutes * 2; step += 1) {
      await advancePayouts(sending, () => undefined);
      await runOf(sending);
      ctx.advance(30_000);
    }
  };
  const states = () => ctx.db.query(sql`SELECT state, reason FROM payouts WHERE kind = 'auto' ORDER BY id`);

  it('tries a payout whose transaction died again on the same day, three times in all', async () => {
    const miner = await openMiner(ctx, { autoPay: true, address: `${unluckyPayee}OfTheRun` });
    await giveBalance(ctx, miner, 50n * coin);
    await giveReward(ctx, miner, day('2026-09-01T08:00:00'));
    ctx.setNow(day('2026-09-02T13:00:05'));
    const sending = sender();
    expect(await runOf(sending)).toMatchObject({ reserved: 1 });
    expect(await runOf(sending)).toEqual({ kind: 'done-before' });
    await payFor(sending, 7);
    const dead = { state: 'released', reason: 'TRANSACTION_DEAD' };
    expect(await states()).toMatchObject([dead, {}]);
    await payFor(sending, 30);
    expect(await states()).toEqual([dead, dead, dead]);
    expect(await availableTo(ctx, miner)).toBe(50n * coin);
    sending.end();
  });

  it('tries in the next run what died after midnight, and not again what a wallet refused or an operator released', async () => {
    const late = await openMiner(ctx, { autoPay: true, address: `${unluckyPayee}Late` });
    await giveBalance(ctx, late, 50n * coin);
    await giveReward(ctx, late, day('2026-09-10T08:00:00'));
    ctx.setNow(day('2026-09-11T23:57:00'));
    const sending = sender();
    expect(await runOf(sending)).toMatchObject({ reserved: 1 });
    await payFor(sending, 15);
    expect(await states()).toEqual([{ state: 'released', reason: 'TRANSACTION_DEAD' }]);
    ctx.setNow(day('2026-09-12T13:00:05'));
    expect(await runOf(sending)).toMatchObject({ reserved: 1 });
    await setAutoPay(ctx, late, false);

    const refused = await openMiner(ctx, { autoPay: true, address: `${badPayee}OfTheRun` });
    const released = await earner('2026-09-12T08:00:00');
    await giveBalance(ctx, refused, 50n * coin);
    await giveReward(ctx, refused, day('2026-09-12T08:00:00'));
    ctx.setNow(day('2026-09-13T13:00:05'));
    expect(await runOf(sending)).toMatchObject({ reserved: 2 });
    const rows = await ctx.db.query<{ id: bigint }>(sql`SELECT id FROM payouts WHERE miner_id = ${released}`);
    expect(await releasePayout(sending, rows[0]?.id ?? 0n, 'on request')).toEqual({ kind: 'done' });
    await payFor(sending, 10);
    sending.end();
    expect((await states()).slice(2)).toEqual([
      { state: 'released', reason: expect.stringMatching(/^(RELEASED|INVALID_ADDRESS)$/) as string },
      { state: 'released', reason: expect.stringMatching(/^(RELEASED|INVALID_ADDRESS)$/) as string },
    ]);
  });

  it('waits while the clock cannot be trusted, and takes auto-pay as it is at the moment [P7] [P10]', async () => {
    const miner = await earner('2026-06-01T08:00:00');
    ctx.setNow(day('2026-06-02T13:00:05'));
    expect(
      await runAutoPayouts({ ...paying, payoutBlockReason: () => 'clock-skew' }, () => undefined),
    ).toEqual({
      kind: 'blocked',
      reason: 'clock-skew',
    });
    expect((await reservePayout(paying, miner, 'manual')).kind).toBe('auto-pay-on');
    expect(await setAutoPay(ctx, miner, false)).toBe('changed');
    expect(await setAutoPay(ctx, miner, false)).toBe('unchanged');
    expect((await reservePayout(paying, miner, 'auto')).kind).toBe('auto-pay-off');
    expect(await run()).toEqual({ kind: 'ran', reserved: 0, refused: 0 });
  });

  it('holds what would pass over the cap of the run [P15]', async () => {
    for (let each = 0; each < 3; each += 1) await earner('2026-08-01T08:00:00');
    ctx.setNow(day('2026-08-02T13:00:05'));
    // 12.5 dollars each.
    const capped = { ...paying, caps: { ...paying.caps, run: 25n * coin } };
    expect(await runAutoPayouts(capped, () => undefined)).toEqual({ kind: 'ran', reserved: 3, refused: 0 });
    const holds = await ctx.db.query<{ id: bigint; hold: string | null }>(
      sql`SELECT id, hold FROM payouts ORDER BY id`,
    );
    expect(holds.map(({ hold }) => hold)).toEqual([null, null, 'over-run-cap']);
    expect(await approvePayout(paying, holds[2]?.id ?? 0n, 'a good day')).toEqual({ kind: 'done' });
  });

  it('says that it starts, also where payouts counted towards its cap before', async () => {
    for (let each = 0; each < 2; each += 1) await earner('2026-08-01T08:00:00');
    const capped = { ...paying, caps: { ...paying.caps, run: 20n * coin } };
    ctx.setNow(day('2026-08-02T13:00:05'));
    await runAutoPayouts(capped, () => undefined);
    ctx.setNow(day('2026-08-03T00:00:35'));
    expect(await judgeHolds(capped, () => undefined)).toBe(1);
    const events: string[] = [];
    const end = onDomainEvent(({ event }) => events.push(event));
    ctx.setNow(day('2026-08-03T13:00:05'));
    await runAutoPayouts(capped, () => undefined);
    await runAutoPayouts(capped, () => undefined);
    end();
    expect(events.filter((each) => each.startsWith('payout-run'))).toEqual([
      'payout-run-started',
      'payout-run-finished',
    ]);
  });
});
