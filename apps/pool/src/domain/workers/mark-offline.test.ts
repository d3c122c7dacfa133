import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { buildBatch, buildLine, dogeMiner } from '../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { recordWork } from '../shares/record-work.ts';
import { markOffline } from './mark-offline.ts';
import { listMiners } from '../operations/list-miners.ts';
import { readSummary } from '../views/read-summary.ts';
import { readWorkers } from '../views/read-workers.ts';

const minute = 60_000;

describe.each(oneEngine())('markOffline on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
    const late = { worker: 'late', firstAt: testStart + 5 * minute, lastAt: testStart + 5 * minute };
    await recordWork(ctx, buildBatch('11111111-1111-4111-8111-111111111111', buildLine(), buildLine(late)));
  });
  afterAll(() => ctx.close());

  it('leaves a worker online until its last share is fifteen minutes old', async () => {
    ctx.setNow(testStart + 15 * minute - 1);
    expect(await markOffline(ctx)).toBe(0);
    ctx.advance(1);
    ctx.published.length = 0;
    expect(await markOffline(ctx)).toBe(1);
    expect(ctx.published).toMatchObject([
      { kind: 'miner-event', event: { seq: 3, body: { type: 'worker', name: 'rig1', online: false } } },
      { kind: 'miner-worked' },
    ]);
    expect(await markOffline(ctx)).toBe(0);
    const workers = await readWorkers(ctx, 1n);
    expect(workers.map(({ name, online }) => [name, online])).toEqual([
      ['late', true],
      ['rig1', false],
    ]);
  });

  it('counts from its return when a worker comes back, with an event and no gap in the numbers', async () => {
    const back = testStart + 20 * minute;
    ctx.setNow(back + minute);
    await recordWork(
      ctx,
      buildBatch(
        '22222222-2222-4222-8222-222222222222',
        buildLine({ work: 6000n, firstAt: back, lastAt: back }),
      ),
    );
    const rig1 = (await readWorkers(ctx, 1n)).find(({ name }) => name === 'rig1');
    expect(rig1).toMatchObject({ online: true, hashesPerSecond: 100 });
    const events = await ctx.db.query<{ seq: bigint; body: { name: string; online: boolean } }>(
      sql`SELECT seq, body FROM events ORDER BY seq`,
    );
    expect(events.map(({ seq, body }) => [seq, body.name, body.online])).toEqual([
      [1n, 'rig1', true],
      [2n, 'late', true],
      [3n, 'rig1', false],
      [4n, 'rig1', true],
    ]);
  });

  it('counts work that arrives late, but does not bring back a worker that has been silent since', async () => {
    const late = testStart + 2 * minute;
    ctx.setNow(testStart + 30 * minute);
    ctx.published.length = 0;
    const line = buildLine({ worker: 'spooled', work: 500n, firstAt: late, lastAt: late });
    await recordWork(ctx, buildBatch('44444444-4444-4444-8444-444444444444', line));
    expect(ctx.published.map(({ kind }) => kind)).toEqual(['miner-worked']);
    const worker = (await readWorkers(ctx, 1n)).find(({ name }) => name === 'spooled');
    expect(worker).toMatchObject({ online: false, lastShareAt: late, hashesPerSecond: 0 });
    ctx.setNow(testStart + 21 * minute);
  });

  it('locks some miners at a time where many fall silent at once, and marks them all', async () => {
    const at = ctx.clock.now();
    const memos = ['one', 'two', 'three', 'four', 'five'];
    const lines = memos.map((memo) => buildLine({ miner: { ...dogeMiner, memo }, firstAt: at, lastAt: at }));
    await recordWork(ctx, buildBatch('55555555-5555-4555-8555-555555555555', ...lines));
    ctx.advance(15 * minute);
    let transactions = 0;
    const db: typeof ctx.db = {
      ...ctx.db,
      transaction: (work) => {
        transactions += 1;
        return ctx.db.transaction(work);
      },
    };
    await markOffline({ ...ctx, db }, 2);
    // Six miners, two at a time, and a look that finds none.
    expect(transactions).toBe(4);
    expect(await ctx.db.query(sql`SELECT 1 FROM workers WHERE online`)).toEqual([]);
    ctx.setNow(at);
  });

  it('reads the silent ones by their index, not all workers, where most of a large pool are offline', async () => {
    const at = ctx.clock.now();
    const rollback = new Error('enough seen');
    const plans: string[] = [];
    const looking = ctx.db.transaction(async (tx) => {
      // Miners that there are not: their own rows are of no miner here.
      await tx.query(sql`SET LOCAL session_replication_role = replica`);
      await tx.query(sql`
        INSERT INTO workers (miner_id, algorithm, name, online, online_since, last_share_at)
        SELECT 1000 + n / 3, 'scrypt', 'rig' || n, n % 10 < 2, ${new Date(at)},
               ${new Date(at)}::timestamptz - n % 8 * interval '1 minute' - CASE WHEN n % 10 < 2 THEN 0 ELSE n % 30 END * interval '1 day'
          FROM generate_series(1, 60000) AS n`);
      await tx.query(sql`ANALYZE workers`);
      const explaining: typeof tx = {
        ...tx,
        query: async (statement) => {
          const plan = await tx.query<{ 'QUERY PLAN': string }>(sql`EXPLAIN (COSTS OFF) ${statement}`);
          plans.push(plan.map((row) => row['QUERY PLAN']).join('\n'));
          return tx.query(statement);
        },
      };
      await markOffline({ ...ctx, db: { ...ctx.db, transaction: (work) => work(explaining) } });
      throw rollback;
    });
    await expect(looking).rejects.toBe(rollback);
    expect(plans).toHaveLength(1);
    expect(plans[0]).toContain('workers_silent');
  });

  it('weighs the minute in which the ten minutes begin by the part inside them', async () => {
    const since = testStart + 20 * minute;
    for (const [index, at] of [5, 10, 11].entries()) {
      await recordWork(
        ctx,
        buildBatch(
          `33333333-3333-4333-8333-33333333333${index}`,
          buildLine({ work: 60_000n, firstAt: since + at * minute, lastAt: since + at * minute }),
        ),
      );
    }
    // The window begins in the middle of minute 5: half of it, and all of minutes 10 and 11.
    ctx.setNow(since + 15 * minute + 30_000);
    const rig1 = (await readWorkers(ctx, 1n)).find(({ name }) => name === 'rig1');
    expect(rig1?.hashesPerSecond).toBe((30_000 + 120_000) / 600);
  });

  it('knows when a miner worked last, although the miner is not written with each share', async () => {
    const at = ctx.clock.now();
    const miner = { ...dogeMiner, memo: 'steady' };
    const work = async (id: string, later: number) => {
      ctx.setNow(at + later);
      const line = buildLine({ miner, firstAt: at + later, lastAt: at + later });
      await recordWork(ctx, buildBatch(`66666666-6666-4666-8666-66666666666${id}`, line));
    };
    const row = async () => {
      const [found] = await ctx.db.query<{ uuid: string; last_work_at: Date }>(
        sql`SELECT uuid, last_work_at FROM miners WHERE memo = 'steady'`,
      );
      const uuid = found?.uuid ?? '';
      const [listed] = await listMiners(ctx, { uuid, limit: 1 });
      return [
        (found?.last_work_at.getTime() ?? 0) - at,
        ((await readSummary(ctx, uuid))?.at ?? 0) - at,
        (listed?.lastWorkAt ?? 0) - at,
      ];
    };
    await work('1', 0);
    await work('2', 9 * minute);
    expect(await row()).toEqual([0, 9 * minute, 9 * minute]);
    await work('3', 11 * minute);
    expect(await row()).toEqual([11 * minute, 11 * minute, 11 * minute]);
    await work('4', 15 * minute);
    expect(await row()).toEqual([11 * minute, 15 * minute, 15 * minute]);
    // It falls silent.
    ctx.setNow(at + 30 * minute);
    await markOffline(ctx);
    expect(await row()).toEqual([15 * minute, 15 * minute, 15 * minute]);
    // Work that comes so late that it brings no worker back.
    ctx.setNow(at + 50 * minute);
    const late = buildLine({ miner, firstAt: at + 17 * minute, lastAt: at + 17 * minute });
    await recordWork(ctx, buildBatch('66666666-6666-4666-8666-666666666665', late));
    expect(await row()).toEqual([17 * minute, 17 * minute, 17 * minute]);
  });
});
