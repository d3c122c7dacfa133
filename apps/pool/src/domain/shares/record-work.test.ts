import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { btcMiner, buildBatch, buildLine, dogeMiner } from '../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { readWorkers } from '../views/read-workers.ts';
import { recordBatches, recordWork } from './record-work.ts';

describe.each(testEngines())('recordWork on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  it('opens the miner at its first share and says that the worker came online, after the commit', async () => {
    expect(await recordWork(ctx, buildBatch('11111111-1111-4111-8111-111111111111'))).toBe('recorded');
    const miners = await ctx.db.query<{ coin: string; address: string; last_seq: bigint }>(
      sql`SELECT coin, address, last_seq FROM miners`,
    );
    expect(miners).toEqual([{ coin: 'DOGE', address: dogeMiner.address, last_seq: 1n }]);
    expect(ctx.published.map((event) => event.kind)).toEqual(['miner-event', 'miner-worked']);
    expect(ctx.published[0]).toMatchObject({
      event: {
        seq: 1,
        at: testStart,
        body: { type: 'worker', name: 'rig1', algorithm: 'sha256', online: true },
      },
    });
  });

  it('counts a batch once however often it comes', async () => {
    const batch = buildBatch('22222222-2222-4222-8222-222222222222', buildLine({ work: 500n }));
    expect(await recordWork(ctx, batch)).toBe('recorded');
    ctx.published.length = 0;
    expect(await recordWork(ctx, batch)).toBe('already-recorded');
    expect(ctx.published).toEqual([]);
    expect((await checkLedger(ctx)).work).toEqual({
      batches: 1_000_500n,
      slices: 1_000_500n,
      minutes: 1_000_500n,
      tenMinutes: 1_000_500n,
    });
  });

  it('sums lines of several minutes, workers, codes and miners', async () => {
    await recordWork(
      ctx,
      buildBatch(
        '33333333-3333-4333-8333-333333333333',
        buildLine({ work: 7n, lastAt: testStart + 50_000 }),
        buildLine({ work: 8n, firstAt: testStart + 61_000, lastAt: testStart + 61_000 }),
        buildLine({ worker: 'rig2', referralCode: 'abcd-1234', work: 9n }),
        buildLine({ miner: btcMiner, work: 10n }),
      ),
    );
    const work = await ctx.db.query<{ coin: string; name: string; code: string; work: bigint }>(sql`
      SELECT coin, name, slice_work.code, work FROM slice_work JOIN miners ON miners.id = miner_id
        JOIN workers ON workers.id = worker_id ORDER BY coin, name, code`);
    expect(work).toEqual([
      { coin: 'BTC', name: 'rig1', code: '', work: 10n },
      { coin: 'DOGE', name: 'rig1', code: '', work: 1_000_515n },
      { coin: 'DOGE', name: 'rig2', code: 'abcd-1234', work: 9n },
    ]);
    const { batches, minutes, tenMinutes } = (await checkLedger(ctx)).work;
    expect([minutes, tenMinutes]).toEqual([batches, batches]);
  });

  it('starts a new slice once the open one is a minute old', async () => {
    ctx.setNow(testStart + 60_000);
    await recordWork(ctx, buildBatch('44444444-4444-4444-8444-444444444444', buildLine({ work: 1n })));
    const slices = await ctx.db.query<{ closed: boolean }>(
      sql`SELECT closed_at IS NOT NULL AS closed FROM slices ORDER BY id`,
    );
    expect(slices).toEqual([{ closed: true }, { closed: false }]);
  });

  it('calculates hashrate over the time since the worker came online', async () => {
    ctx.setNow(testStart + 120_000);
    const [miner] = await ctx.db.query<{ id: bigint }>(sql`SELECT id FROM miners WHERE coin = 'DOGE'`);
    const workers = await readWorkers(ctx, miner?.id ?? 0n);
    // 1,000,516 hashes in 120 seconds, and nine.
    expect(workers.map(({ name, hashesPerSecond }) => [name, hashesPerSecond])).toEqual([
      ['rig1', 1_000_516 / 120],
      ['rig2', 9 / 120],
    ]);
  });

  it('writes nothing at all when one line cannot be written', async () => {
    const before = await checkLedger(ctx);
    const batch = buildBatch(
      '55555555-5555-4555-8555-555555555555',
      buildLine(),
      buildLine({ work: -5_000_000n }),
    );
    await expect(recordWork(ctx, batch)).rejects.toThrow();
    expect(await checkLedger(ctx)).toEqual(before);
  });

  it('records several batches at once, and of those only what is new', async () => {
    const id = (digit: number): string => `${digit}aaaaaaa-3333-4333-8333-333333333333`;
    const before = (await checkLedger(ctx)).work;
    await recordWork(ctx, buildBatch(id(1), buildLine({ work: 100n })));
    const known = buildBatch(id(1), buildLine({ work: 100n }));
    const second = buildBatch(id(2), buildLine({ work: 20n }), buildLine({ worker: 'rig3', work: 30n }));
    const third = buildBatch(id(3), buildLine({ work: 5n }), buildLine({ miner: btcMiner, work: 6n }));
    ctx.published.length = 0;
    expect(await recordBatches(ctx, [known, second, third, third])).toBe(2);
    expect(await recordBatches(ctx, [third, second])).toBe(0);
    expect(await recordBatches(ctx, [])).toBe(0);
    const after = (await checkLedger(ctx)).work;
    expect(after.batches - before.batches).toBe(161n);
    expect(new Set(Object.values(after)).size).toBe(1);
    expect(ctx.published.map((event) => event.kind)).toEqual(['miner-event', 'miner-worked', 'miner-worked']);
  });

  describe('worker names that strangers bring', () => {
    const miner = { ...dogeMiner, address: 'DAnyMinerOfThisTest' };
    const lines = (from: number, count: number, source: string) =>
      Array.from({ length: count }, (_, index) =>
        buildLine({ miner, worker: `call-${from + index}`, work: 1n, source }),
      );
    const names = async () =>
      ctx.db.query<{ name: string; work: bigint }>(sql`
        SELECT name, sum(work) AS work FROM slice_work JOIN workers ON workers.id = worker_id JOIN miners ON miners.id = workers.miner_id
         WHERE address = ${miner.address} GROUP BY name`);
    let batches = 0;
    const record = async (...some: ReturnType<typeof lines>) => {
      batches += 1;
      ctx.published.length = 0;
      await recordWork(
        ctx,
        buildBatch(`77777777-7777-4777-8777-${String(batches).padStart(12, '0')}`, ...some),
      );
      return ctx.published.filter(({ kind }) => kind === 'miner-event').length;
    };

    it('are kept up to 250 of one source and 1,000 of a miner, the rest as others, with few events', async () => {
      expect(await record(...lines(0, 40, 'one'))).toBe(40);
      // Ten more with a name, then one for each fifty: 100, 150, 200 and 250; and the others, who are one worker.
      expect(await record(...lines(40, 300, 'one'))).toBe(15);
      const afterOne = await names();
      expect(afterOne).toHaveLength(251);
      expect(afterOne.find(({ name }) => name === 'others')?.work).toBe(90n);
      for (const [index, source] of ['two', 'three', 'four', 'five'].entries())
        await record(...lines(1000 * (index + 1), 300, source));
      const all = await names();
      // 'others' is one of the thousand.
      expect(all).toHaveLength(1000);
      expect(all.reduce((sum, { work }) => sum + work, 0n)).toBe(340n + 1200n);
      // A known worker goes on under its name.
      await record(...lines(0, 1, 'six'), ...lines(9000, 1, 'six'));
      const after = await names();
      expect(after.find(({ name }) => name === 'call-0')?.work).toBe(2n);
      expect(after).toHaveLength(1000);
    });
  });

  // A server clears what no transaction of any of its databases may still read: beside other suites, when theirs end.
  it.runIf(engine === 'pglite')(
    'writes the rows of now in place: no table grows while the same workers go on',
    async () => {
      const lines = Array.from({ length: 300 }, (_, index) =>
        buildLine({
          miner: { ...btcMiner, address: `in-place-${index}` },
          work: 3n,
          source: `own-${index}.wide-${index}`,
        }),
      );
      let batches = 0;
      const pages = async (): Promise<bigint[]> => {
        for (let recording = 0; recording < 3; recording += 1) {
          batches += 1;
          const id = `99999999-9999-4999-8999-${String(batches).padStart(12, '0')}`;
          await recordWork(ctx, buildBatch(id, ...lines));
        }
        const sizes = await ctx.db.query<{ bytes: bigint }>(sql`
        SELECT pg_relation_size(name::regclass) AS bytes
          FROM unnest(ARRAY['miners', 'workers', 'slice_work', 'worker_minutes', 'miner_ten_minutes',
                            'workers_silent', 'slice_work_pkey', 'worker_minutes_pkey', 'miner_ten_minutes_pkey',
                            'source_work', 'source_work_pkey', 'source_miners', 'source_miners_pkey']) AS name`);
        return sizes.map(({ bytes }) => bytes);
      };
      const first = await pages();
      for (let more = 0; more < 3; more += 1) expect(await pages()).toEqual(first);
    },
  );

  it('marks what the demo fleet does, and leaves what a miner does unmarked', async () => {
    const fleet = { ...dogeMiner, address: 'DTdrvUHbk5oMyi62tM7LqrjAcXfqB7eaad' };
    const batch = (id: string) => buildBatch(id, buildLine({ miner: fleet, worker: 'cpu-3' }));
    const marks = () =>
      ctx.db.query(sql`
        SELECT miners.simulated AS miner, workers.simulated AS worker
          FROM workers JOIN miners ON miners.id = miner_id WHERE name = 'cpu-3'`);
    ctx.published.length = 0;
    await recordWork(ctx, batch('44444444-4444-4444-8444-444444444441'), { simulated: true });
    expect(ctx.published[0]).toMatchObject({ event: { body: { name: 'cpu-3', simulated: true } } });
    expect(await marks()).toEqual([{ miner: true, worker: true }]);
    // A person takes the worker over: its work is real, the rest of the miner is not.
    await recordWork(ctx, batch('44444444-4444-4444-8444-444444444442'));
    expect(await marks()).toEqual([{ miner: true, worker: false }]);
    expect(
      await ctx.db.query(sql`SELECT simulated FROM miners WHERE address = ${dogeMiner.address}`),
    ).toEqual([{ simulated: false }]);
  });
});
