import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { recordWork } from '../shares/record-work.ts';
import { btcMiner, buildBatch, buildLine, dogeMiner } from '../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { readReportedSeries } from '../views/read-hashrate-series.ts';
import { readWorkers } from '../views/read-workers.ts';
import { recordReports, type ReportLine } from './record-reports.ts';

const minute = 60_000;

describe.each(testEngines())('reported hashrates on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
    for (const [index, worker] of ['rig1', 'rig2'].entries())
      await recordWork(
        ctx,
        buildBatch(
          `00000000-0000-4000-8000-00000000000${index}`,
          buildLine({ worker, firstAt: testStart, lastAt: testStart }),
        ),
      );
  });
  afterAll(() => ctx.close());

  const line = (worker: string, hashesPerSecond: number, miner = dogeMiner): ReportLine => ({
    algorithm: 'sha256',
    miner,
    worker,
    hashesPerSecond,
  });
  const rates = async () =>
    (await readWorkers(ctx, 1n)).map(({ name, reportedHashesPerSecond }) => [name, reportedHashesPerSecond]);
  const points = async (period: 'past-hour' | 'past-day') =>
    ((await readReportedSeries(ctx, 1n, period)).get('sha256') ?? []).map(({ at, hashesPerSecond }) => [
      (at - testStart) / minute,
      hashesPerSecond,
    ]);

  it('show once their minute is over, workers of one name and of several processes together', async () => {
    expect(await rates()).toEqual([
      ['rig1', 0],
      ['rig2', 0],
    ]);
    ctx.setNow(testStart + 40_000);
    await recordReports(ctx, [line('rig1', 100), line('rig1', 20)]);
    await recordReports(ctx, [line('rig1', 3), line('rig2', 5)]);
    // Of a miner and of a worker without a share, nothing is known.
    await recordReports(ctx, [
      line('rig1', 7, btcMiner),
      line('rig9', 7),
      { ...line('rig1', 7), algorithm: 'scrypt' },
    ]);
    expect(await rates()).toEqual([
      ['rig1', 0],
      ['rig2', 0],
    ]);
    ctx.setNow(testStart + minute);
    expect(await rates()).toEqual([
      ['rig1', 123],
      ['rig2', 5],
    ]);
    expect(await points('past-hour')).toEqual([[1, 128]]);
  });

  it('show the newest, and go when a worker is silent or offline', async () => {
    ctx.setNow(testStart + minute + 40_000);
    await recordReports(ctx, [line('rig1', 200)]);
    ctx.setNow(testStart + 2 * minute);
    expect(await rates()).toEqual([
      ['rig1', 200],
      ['rig2', 5],
    ]);
    ctx.setNow(testStart + 4 * minute);
    expect(await rates()).toEqual([
      ['rig1', 200],
      ['rig2', 0],
    ]);
    await ctx.db.query(sql`UPDATE workers SET online = false WHERE name = 'rig1'`);
    expect(await rates()).toEqual([
      ['rig2', 0],
      ['rig1', 0],
    ]);
    await recordReports(ctx, [line('rig1', 200)]);
    expect(await points('past-hour')).toEqual([
      [1, 128],
      [2, 200],
    ]);
  });

  it('are the mean of ten minutes in the chart of a day, and are forgotten', async () => {
    ctx.setNow(testStart + 10 * minute);
    expect(await points('past-day')).toEqual([[10, 32.8]]);
    ctx.setNow(testStart + 125 * minute);
    await recordReports(ctx, []);
    expect(await ctx.db.query(sql`SELECT count(*) AS rows FROM reported_minutes`)).toEqual([{ rows: 0n }]);
    ctx.setNow(testStart + 9 * 24 * 60 * minute);
    await recordReports(ctx, []);
    expect(await ctx.db.query(sql`SELECT count(*) AS rows FROM reported_ten_minutes`)).toEqual([
      { rows: 0n },
    ]);
  });
});
