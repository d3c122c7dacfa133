import sql, { type Sql } from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { presentEvent } from '../../edges/present/present-event.ts';
import { readEvents } from '../views/read-events.ts';
import { bookEntry } from '../ledger/book-entry.ts';
import { isLedgerSound, checkLedger } from '../ledger/check-ledger.ts';
import { advanceRound } from '../rounds/advance-round.ts';
import { convertPending } from '../rounds/convert-pending.ts';
import { recordCandidate } from '../rounds/record-candidate.ts';
import { btcMiner, buildBatch, buildLine, dogeMiner } from '../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { buildCandidate, fakeChain } from '../testing/fake-chain.ts';
import { liftByItself, suspendPayouts } from '../payouts/suspensions.ts';
import { countParked } from '../views/count-parked.ts';
import { recordBatches, recordWork } from '../shares/record-work.ts';
import type { WorkLine } from '../kernel/work-batch.ts';
import { forgetRejects } from '../workers/forget-rejects.ts';
import { markOffline } from '../workers/mark-offline.ts';
import { readWorkers } from '../views/read-workers.ts';
import { clearBatches } from './clear-batches.ts';
import { clearEvents } from './clear-events.ts';
import { clearMinutes } from './clear-minutes.ts';
import { clearTenMinutes } from './clear-ten-minutes.ts';
import { clearWorkers } from './clear-workers.ts';
import { announceWriteOffs, withdrawNotices } from './announce-write-offs.ts';
import { countPayableHours } from './count-payable-hours.ts';
import { writeOffIdle } from './write-off-idle.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe.each(oneEngine())('retention on %s', (engine) => {
  let ctx: TestContext;
  beforeEach(async () => {
    ctx = await createTestContext(engine);
  });
  afterEach(() => ctx.close());

  const workNow = (...lines: Partial<WorkLine>[]) => {
    const now = ctx.clock.now();
    const built = lines.map((line) => buildLine({ firstAt: now, lastAt: now, ...line }));
    return recordWork(ctx, buildBatch(ctx.random.uuid(), ...built));
  };
  const tables = {
    work_batches: sql`SELECT count(*) AS rows FROM work_batches`,
    worker_minutes: sql`SELECT count(*) AS rows FROM worker_minutes`,
    miner_ten_minutes: sql`SELECT count(*) AS rows FROM miner_ten_minutes`,
    workers: sql`SELECT count(*) AS rows FROM workers`,
  };
  const count = async (table: keyof typeof tables) =>
    Number((await ctx.db.query<{ rows: bigint }>(tables[table]))[0]?.rows);

  it.each([
    ['batches', 'work_batches', clearBatches, day],
    ['minutes', 'worker_minutes', clearMinutes, 2 * hour],
    ['ten minutes', 'miner_ten_minutes', clearTenMinutes, 8 * day],
  ] as const)(
    'clears %s once they are old enough, in bites, and the ledger still adds up',
    async (_what, table, clear, age) => {
      for (let index = 0; index < 5; index += 1) {
        ctx.setNow(testStart + index * 10 * minute);
        await workNow({ work: BigInt(index + 1) });
      }
      const { work } = await checkLedger(ctx);
      ctx.setNow(testStart + age - 1);
      expect(await clear(ctx, 2)).toBe(0);
      ctx.setNow(testStart + 20 * minute + age);
      expect([await clear(ctx, 2), await clear(ctx, 2), await clear(ctx, 2)]).toEqual([2, 1, 0]);
      expect(await count(table)).toBe(2);
      const ledger = await checkLedger(ctx);
      expect(ledger.work).toEqual(work);
      expect(isLedgerSound(ledger)).toBe(true);
    },
  );

  it('knows a repeated batch for a day', async () => {
    const batch = buildBatch('99999999-9999-4999-8999-999999999999', buildLine());
    await recordWork(ctx, batch);
    ctx.setNow(testStart + day - 1);
    await clearBatches(ctx);
    expect(await recordWork(ctx, batch)).toBe('already-recorded');
  });

  it('parks a batch whose id may have been forgotten, and never counts it twice [I1]', async () => {
    const batch = buildBatch('99999999-9999-4999-8999-999999999998', buildLine({ work: 500n }));
    await recordWork(ctx, batch);
    ctx.setNow(testStart + day);
    expect(await clearBatches(ctx)).toBe(1);
    const parked: string[] = [];
    const options = {
      simulated: false,
      onParked: (batches: readonly { id: string }[]) => parked.push(...batches.map(({ id }) => id)),
    };
    const late = buildBatch(ctx.random.uuid(), buildLine({ work: 7n, lastAt: testStart + 1 }));
    expect(await recordBatches(ctx, [batch, late], options)).toBe(1);
    expect(await recordBatches(ctx, [batch, late], options)).toBe(0);
    expect(parked).toEqual([batch.id, batch.id]);
    expect((await checkLedger(ctx)).work).toEqual({
      batches: 507n,
      slices: 507n,
      minutes: 507n,
      tenMinutes: 507n,
    });
    expect(await ctx.db.query(sql`SELECT id, shares, work FROM parked_batches`)).toEqual([
      { id: batch.id, shares: 1n, work: 500n },
    ]);
    expect(await countParked(ctx)).toEqual({ batches: 1, shares: 1, since: testStart + day });
  });

  it('forgets no batch beyond work that is not recorded yet [I1]', async () => {
    await recordWork(ctx, buildBatch('99999999-9999-4999-8999-999999999997', buildLine()));
    ctx.setNow(testStart + 2 * day);
    expect(await clearBatches(ctx, 10, testStart)).toBe(0);
    expect(await clearBatches(ctx, 10, testStart + 1)).toBe(1);
  });

  it('clears events after seven days, in bites, and never gives a number again [rule-05]', async () => {
    await workNow({}, { worker: 'rig2' }, { worker: 'rig3' });
    ctx.setNow(testStart + 7 * day - 1);
    expect(await clearEvents(ctx)).toBe(0);
    await workNow({ worker: 'rig4' });
    ctx.setNow(testStart + 7 * day);
    expect([await clearEvents(ctx, 2), await clearEvents(ctx, 2), await clearEvents(ctx, 2)]).toEqual([
      2, 1, 0,
    ]);
    await workNow({ worker: 'rig5' });
    const events = await ctx.db.query<{ seq: bigint }>(sql`SELECT seq FROM events ORDER BY seq`);
    expect(events).toEqual([{ seq: 4n }, { seq: 5n }]);
  });

  it('lets workers leave the list after eight days offline, and forgets them once their work is cleared', async () => {
    await workNow({}, { worker: 'stays' });
    ctx.setNow(testStart + day);
    await workNow({ worker: 'stays' });
    ctx.setNow(testStart + 8 * day - 1);
    await markOffline(ctx);
    const names = async () => (await readWorkers(ctx, 1n)).map(({ name }) => name);
    expect(await names()).toEqual(['rig1', 'stays']);
    ctx.setNow(testStart + 8 * day);
    expect(await names()).toEqual(['stays']);

    // A slice and a minute still hold its work.
    expect(await clearWorkers(ctx)).toBe(0);
    await clearMinutes(ctx);
    expect(await clearWorkers(ctx)).toBe(0);
    await ctx.db.query(sql`DELETE FROM slice_work`);
    // A miner whose every share is refused still tells why.
    await ctx.db.query(sql`
      INSERT INTO worker_rejects SELECT id, ${new Date(testStart)}, 'stale', 1 FROM workers WHERE name = 'rig1'`);
    expect(await clearWorkers(ctx)).toBe(0);
    await forgetRejects(ctx);
    expect([await clearWorkers(ctx), await clearWorkers(ctx)]).toEqual([1, 0]);
    expect(await count('workers')).toBe(1);

    await workNow({});
    expect(await readWorkers(ctx, 1n)).toMatchObject([
      { name: 'rig1', online: true },
      { name: 'stays', online: false },
    ]);
  });

  describe('of idle miners', () => {
    const reward = (
      key: string,
      account: 'miner:1:mining' | 'miner:1:referral' | 'miner:2:mining',
      asset: string,
      amount: bigint,
    ) =>
      ctx.db.transaction((tx) =>
        bookEntry(tx, {
          key,
          kind: 'test',
          at: ctx.clock.now(),
          postings: [
            { account: 'ext:chain:x', asset, amount: -amount },
            { account, asset, amount },
          ],
        }),
      );
    /** Notices whose hours all pass as payable: only their dates count. */
    const announce = async (...args: Parameters<typeof announceWriteOffs>): Promise<number> => {
      const announced = await announceWriteOffs(...args);
      await ctx.db.query(sql`UPDATE write_off_notices SET payable_hours = 720`);
      return announced;
    };
    const balances = async () =>
      Object.fromEntries(
        (
          await ctx.db.query<{ account: string; asset: string; amount: bigint }>(
            sql`SELECT account, asset, amount FROM balances WHERE account NOT LIKE 'ext:%' ORDER BY 1, 2`,
          )
        ).map(({ account, asset, amount }) => [`${account} ${asset}`, amount]),
      );
    beforeEach(async () => {
      await workNow({ miner: dogeMiner });
      await workNow({ miner: btcMiner });
      await reward('a', 'miner:1:mining', 'DOGE', 70n);
      await reward('b', 'miner:1:referral', 'DOGE', 5n);
      await reward('c', 'miner:1:mining', 'LTC', 2n);
    });

    it('writes every balance off after six months, booked under its own key, and drops no posting [rule-05] [L13]', async () => {
      const postings = async () =>
        (await ctx.db.query<{ entry_id: bigint }>(sql`SELECT * FROM postings ORDER BY entry_id, line`)).map(
          (row) =>
            JSON.stringify(row, (_key, value: unknown) =>
              typeof value === 'bigint' ? value.toString() : value,
            ),
        );
      const before = await postings();
      ctx.setNow(testStart + 154 * day - 1);
      expect(await announce(ctx)).toBe(0);
      ctx.advance(1);
      expect([await announce(ctx), await announce(ctx)]).toEqual([1, 0]);
      ctx.setNow(testStart + 184 * day - 1);
      expect([await withdrawNotices(ctx), await writeOffIdle(ctx)]).toEqual([0, 0]);
      ctx.advance(1);
      ctx.published.length = 0;
      expect([await writeOffIdle(ctx), await writeOffIdle(ctx)]).toEqual([1, 0]);
      expect(await balances()).toEqual({
        'miner:1:mining DOGE': 0n,
        'miner:1:mining LTC': 0n,
        'miner:1:referral DOGE': 0n,
        'pool:written-off DOGE': 75n,
        'pool:written-off LTC': 2n,
      });
      const entries = await ctx.db.query<{ key: string }>(
        sql`SELECT ledger_entries.key FROM ledger_entries WHERE kind = 'write-off'`,
      );
      const [miner] = await ctx.db.query<{ uuid: string }>(sql`SELECT uuid FROM miners WHERE id = 1`);
      // 184 days after 15 January 2026.
      expect(entries).toEqual([{ key: `write-off:${miner?.uuid}:2026-07-18` }]);
      expect((await postings()).slice(0, before.length)).toEqual(before);
      const body = { type: 'account', code: 'written-off' };
      expect(ctx.published).toMatchObject([
        { kind: 'miner-event', uuid: miner?.uuid, event: { at: ctx.clock.now(), body } },
        { kind: 'balance-changed', minerId: 1n, uuid: miner?.uuid },
      ]);
      const { list } = await readEvents(ctx, 1n, { page: 1, types: ['account'], after: undefined });
      expect(list.map((event) => presentEvent(dogeMiner, event))).toMatchObject([
        { event: 'account', data: { code: 'written-off', amount: null, name: null } },
        { event: 'account', data: { code: 'write-off-announced', time_end: testStart + 184 * day } },
      ]);
      expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
    });

    it('spares a miner that worked or was credited within six months', async () => {
      ctx.setNow(testStart + 100 * day);
      await reward('late referral', 'miner:1:referral', 'DOGE', 1n);
      ctx.setNow(testStart + 283 * day);
      expect([await announce(ctx), await writeOffIdle(ctx)]).toEqual([1, 0]);
      await workNow({});
      // Work takes the notice back, and the whole time begins again.
      ctx.setNow(testStart + 400 * day);
      expect([await withdrawNotices(ctx), await writeOffIdle(ctx)]).toEqual([1, 0]);
      ctx.setNow(testStart + 437 * day);
      expect(await announce(ctx)).toBe(1);
      ctx.setNow(testStart + 467 * day - 1);
      expect(await writeOffIdle(ctx)).toBe(0);
      ctx.setNow(testStart + 467 * day);
      expect(await writeOffIdle(ctx)).toBe(1);
    });

    it('writes nothing off that could not be paid, and gives the whole month again afterwards', async () => {
      const blocks: readonly (readonly [block: Sql, end: Sql])[] = [
        [
          sql`INSERT INTO payout_suspensions (network, reason, detail, since) VALUES ('*', 'operator', 'x', ${new Date(testStart)})`,
          sql`UPDATE payout_suspensions SET lifted_at = ${new Date(testStart)}, lifted_why = 'x'`,
        ],
        [
          sql`INSERT INTO network_maintenance (network, mode, message, since) VALUES ('DOGE', 'closed', 'x', ${new Date(testStart)})`,
          sql`DELETE FROM network_maintenance`,
        ],
        [
          sql`INSERT INTO delisted_coins (coin, since) VALUES ('DOGE', ${new Date(testStart)})`,
          sql`DELETE FROM delisted_coins`,
        ],
        [
          sql`INSERT INTO restricted_addresses (coin, address, note, since)
              SELECT coin, address, 'x', ${new Date(testStart)} FROM miners WHERE id = 1`,
          sql`DELETE FROM restricted_addresses`,
        ],
      ];
      ctx.setNow(testStart + 160 * day);
      for (const [block, end] of blocks) {
        expect(await announce(ctx)).toBe(1);
        ctx.advance(40 * day);
        await ctx.db.query(block);
        expect(await writeOffIdle(ctx)).toBe(0);
        expect(await withdrawNotices(ctx)).toBe(1);
        expect(await announce(ctx)).toBe(0);
        await ctx.db.query(end);
        expect(await writeOffIdle(ctx)).toBe(0);
      }
      expect(await announce(ctx)).toBe(1);
      ctx.advance(30 * day - 1);
      expect(await writeOffIdle(ctx)).toBe(0);
      ctx.advance(1);
      expect(await writeOffIdle(ctx)).toBe(1);
    });

    it('writes nothing off while another network of its coin holds its payouts back', async () => {
      const at = new Date(testStart);
      const [holder] = await ctx.db.query<{ id: bigint }>(sql`
        INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at)
        VALUES ('bbbbbbbb-0000-4000-8000-000000000001', 'USDT', 'TRX', 'TUsdt', ${at}, ${at}) RETURNING id`);
      await ctx.db.transaction((tx) =>
        bookEntry(tx, {
          key: 'usdt',
          kind: 'test',
          at: testStart,
          postings: [
            { account: 'ext:suite', asset: 'USDT', amount: -40n },
            { account: `miner:${holder?.id ?? 0n}:mining`, asset: 'USDT', amount: 40n },
          ],
        }),
      );
      const suspension = { network: 'BSC', reason: 'unknown-transaction', detail: 'a copy' } as const;
      await suspendPayouts(ctx.db, suspension, testStart);
      ctx.setNow(testStart + 160 * day);
      // DOGE is paid on BSC as well.
      expect(await announce(ctx)).toBe(0);
      await liftByItself(ctx.db, 'BSC', 'unknown-transaction', 'adopted', ctx.clock.now());
      expect(await announce(ctx)).toBe(2);
      ctx.advance(31 * day);
      await suspendPayouts(ctx.db, suspension, ctx.clock.now());
      expect(await writeOffIdle(ctx)).toBe(0);
      expect(await withdrawNotices(ctx)).toBe(2);
    });

    it('has the next daily run serve whom auto-pay is on for, although the last reward is old', async () => {
      const waits = sql`SELECT miner_id FROM payout_run_waits`;
      ctx.setNow(testStart + 160 * day);
      await announce(ctx);
      expect(await ctx.db.query(waits)).toEqual([]);
      await ctx.db.query(sql`DELETE FROM write_off_notices`);
      await ctx.db.query(sql`UPDATE miners SET auto_pay = true WHERE id = 1`);
      await announce(ctx);
      expect(await ctx.db.query(waits)).toEqual([{ miner_id: 1n }]);
    });

    /** What the hourly task does. */
    const hourly = async (more: Parameters<typeof countPayableHours>[0] | object = {}) => {
      const idle = { ...ctx, ...more };
      await withdrawNotices(idle);
      await countPayableHours(idle);
      return [await writeOffIdle(idle), await announceWriteOffs(idle)];
    };
    const notices = () =>
      ctx.db.query(sql`SELECT payable_hours, due_at FROM write_off_notices ORDER BY miner_id`);

    it('counts the hours of a notice in which its owner could ask, and not those that a clock or an outage skips', async () => {
      ctx.setNow(testStart + 160 * day);
      expect(await hourly()).toEqual([0, 1]);
      // Two processes, and a task that runs twice in an hour.
      for (let each = 0; each < 3; each += 1) await hourly();
      const announced = ctx.clock.now();
      ctx.advance(hour);
      await hourly();
      expect(await notices()).toEqual([{ payable_hours: 2, due_at: new Date(announced + 30 * day) }]);
      await hourly({ payoutBlockReason: () => 'clock-skew' });
      // The pool is down for more than a month, or its clock leaps.
      ctx.advance(31 * day);
      expect(await hourly()).toEqual([0, 0]);
      const due = ctx.clock.now() + 30 * day - 3 * hour;
      expect(await notices()).toEqual([{ payable_hours: 3, due_at: new Date(due) }]);
      await ctx.db.query(
        sql`UPDATE write_off_notices SET payable_hours = 718, due_at = ${new Date(announced + 30 * day)}`,
      );
      ctx.advance(hour);
      expect(await hourly()).toEqual([0, 0]);
      ctx.advance(hour);
      expect(await hourly()).toEqual([1, 0]);
    });

    it('announces nothing where its owner could not ask: the network is left to the daily run, or no rail pays it', async () => {
      ctx.setNow(testStart + 160 * day);
      await ctx.db.query(sql`
        INSERT INTO network_maintenance (network, mode, message, since) VALUES ('DOGE', 'auto-only', 'x', ${new Date(testStart)})`);
      expect(await hourly()).toEqual([0, 0]);
      await ctx.db.query(sql`DELETE FROM network_maintenance`);
      expect(await hourly({ pays: () => false })).toEqual([0, 0]);
      expect(await hourly()).toEqual([0, 1]);
      ctx.advance(hour);
      await hourly({ pays: () => false });
      expect(await notices()).toEqual([]);
    });

    it('announces and writes off nothing while the process lets no payout leave', async () => {
      const wrong = { ...ctx, payoutBlockReason: () => 'clock-skew' };
      ctx.setNow(testStart + 160 * day);
      expect(await announce(wrong)).toBe(0);
      expect(await announce(ctx)).toBe(1);
      ctx.advance(31 * day);
      expect(await writeOffIdle(wrong)).toBe(0);
      expect(await writeOffIdle(ctx)).toBe(1);
    });

    it('goes on from where it was, a few miners at a time', async () => {
      const [other] = await ctx.db.query<{ id: bigint }>(sql`SELECT id FROM miners WHERE coin = 'BTC'`);
      await ctx.db.transaction((tx) =>
        bookEntry(tx, {
          key: 'd',
          kind: 'test',
          at: testStart,
          postings: [
            { account: 'ext:chain:x', asset: 'BTC', amount: -9n },
            { account: `miner:${other?.id}:mining`, asset: 'BTC', amount: 9n },
          ],
        }),
      );
      ctx.setNow(testStart + 170 * day);
      expect([await announce(ctx, 1), await announce(ctx, 1)]).toEqual([1, 1]);
      ctx.setNow(testStart + 200 * day);
      expect([await writeOffIdle(ctx, 1), await writeOffIdle(ctx, 1), await writeOffIdle(ctx, 1)]).toEqual([
        1, 1, 0,
      ]);
      expect(await balances()).toMatchObject({ 'pool:written-off BTC': 9n, 'pool:written-off DOGE': 75n });
    });

    /** Until a statement of this database waits for a lock. */
    const statementWaits = async (): Promise<void> => {
      for (let look = 0; look < 3000; look += 1) {
        const waiting = await ctx.db.query(sql`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
        if (waiting.length > 0) return;
        await new Promise((resolve) => {
          setTimeout(resolve, 10);
        });
      }
      throw new Error('no statement waits');
    };

    /** Runs `meanwhile` while another transaction holds what a statement locks. */
    const whileHeld = async (lock: Sql, meanwhile: () => Promise<void>): Promise<void> => {
      let release = (): void => undefined;
      let hasIt = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        hasIt = resolve;
      });
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const holding = ctx.db.transaction(async (tx) => {
        await tx.query(lock);
        hasIt();
        await released;
      });
      await held;
      try {
        await meanwhile();
      } finally {
        release();
        await holding;
      }
    };

    it.runIf(engine === 'postgres')(
      'locks all chains in one order, so that there is no deadlock',
      async () => {
        await reward('d', 'miner:2:mining', 'BTC', 9n);
        ctx.setNow(testStart + 170 * day);
        await announce(ctx);
        ctx.setNow(testStart + 200 * day);
        let writing = Promise.resolve(0);
        await whileHeld(sql`SELECT 1 FROM ledger_chains WHERE asset = 'BTC' FOR UPDATE`, async () => {
          writing = writeOffIdle(ctx);
          await statementWaits();
          // It waits for BTC, and has not taken what comes after it.
          await ctx.db.query(
            sql`SELECT 1 FROM ledger_chains WHERE asset IN ('DOGE', 'LTC') FOR UPDATE NOWAIT`,
          );
        });
        expect(await writing).toBe(2);
      },
    );

    it.runIf(engine === 'postgres')(
      'waits for the conversion of what an owner earned, and it for them',
      async () => {
        const [own] = await ctx.db.query<{ code: string }>(
          sql`SELECT code FROM referral_codes WHERE miner_id = 1`,
        );
        await workNow({ miner: btcMiner, work: 1_000_000n, referralCode: own?.code ?? '' });
        ctx.prices.delete('DOGE');
        const id = await recordCandidate(ctx, buildCandidate('a'));
        const chain = fakeChain([{ asset: 'BTC', amount: 10n ** 18n }]);
        await advanceRound({ ...ctx, chains: [chain] }, id);
        // Only what the owner earned is left to be converted.
        await ctx.db.query(sql`UPDATE credits SET waiting = 'over-cap' WHERE waiting IS NOT NULL`);
        ctx.advance(1000);
        ctx.prices.set('DOGE', '0.25');
        let converting = Promise.resolve(0);
        await whileHeld(sql`SELECT 1 FROM miners WHERE id = 1 FOR UPDATE`, async () => {
          converting = convertPending(ctx);
          await statementWaits();
        });
        expect(await converting).toBe(1);
      },
    );

    it('and a credit at the same moment never meet halfway', async () => {
      ctx.setNow(testStart + 154 * day);
      await announce(ctx);
      ctx.setNow(testStart + 184 * day);
      await Promise.all([
        writeOffIdle(ctx),
        ctx.db.transaction(async (tx) => {
          await tx.query(sql`SELECT id FROM miners WHERE id = 1 FOR UPDATE`);
          await bookEntry(tx, {
            key: 'credit',
            kind: 'test',
            at: ctx.clock.now(),
            postings: [
              { account: 'ext:chain:x', asset: 'DOGE', amount: -3n },
              { account: 'miner:1:mining', asset: 'DOGE', amount: 3n },
            ],
          });
        }),
      ]);
      // Either the credit came first and saved the miner, or it came after and stands alone.
      const own = (await balances())['miner:1:mining DOGE'];
      expect([3n, 73n]).toContain(own);
      expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
    });
  });
});
