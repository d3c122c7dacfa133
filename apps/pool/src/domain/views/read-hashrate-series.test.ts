import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { isLedgerSound, checkLedger } from '../ledger/check-ledger.ts';
import { btcMiner, buildBatch, buildLine } from '../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { recordWork } from '../shares/record-work.ts';
import { readHashrateSeries } from './read-hashrate-series.ts';

const minute = 60_000;
const hour = 60 * minute;

describe.each(testEngines())('readHashrateSeries on %s', (engine) => {
  let ctx: TestContext;
  let batches = 0;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  const work = (at: number, amount: bigint, overrides: Partial<Parameters<typeof buildLine>[0]> = {}) => {
    batches += 1;
    const id = `00000000-0000-4000-8000-${batches.toString().padStart(12, '0')}`;
    return recordWork(
      ctx,
      buildBatch(id, buildLine({ work: amount, firstAt: at, lastAt: at, ...overrides })),
    );
  };
  const points = async (period: 'past-hour' | 'past-day') =>
    ((await readHashrateSeries(ctx, 1n, period)).get('sha256') ?? []).map(({ at, hashesPerSecond }) => [
      (at - testStart) / minute,
      hashesPerSecond,
    ]);

  it('draws minutes for an hour and ten minutes for a day, only whole ones, and leaves gaps open', async () => {
    await work(testStart, 600n);
    await work(testStart + 30_000, 60n, { worker: 'rig2' });
    await work(testStart + 9 * minute, 540n);
    // Nothing for an hour and a half.
    await work(testStart + 100 * minute, 1200n);
    await work(testStart + 101 * minute + 59_999, 60n);
    // Of another miner.
    await work(testStart + 101 * minute, 7n, { miner: btcMiner });

    ctx.setNow(testStart + 102 * minute - 1);
    expect(await points('past-hour')).toEqual([[101, 20]]);
    ctx.setNow(testStart + 102 * minute);
    expect(await points('past-hour')).toEqual([
      [101, 20],
      [102, 1],
    ]);
    expect(await points('past-day')).toEqual([[10, 2]]);
    ctx.setNow(testStart + 110 * minute);
    expect(await points('past-day')).toEqual([
      [10, 2],
      [110, 2.1],
    ]);
  });

  it('forgets a minute after an hour and ten minutes after a day', async () => {
    ctx.setNow(testStart + 161 * minute);
    expect(await points('past-hour')).toEqual([[102, 1]]);
    ctx.setNow(testStart + 24 * hour + 10 * minute);
    expect(await points('past-day')).toEqual([[110, 2.1]]);
  });

  it('is the recorded work to the last hash: every ten minutes equal their minutes, also of late work', async () => {
    for (let index = 0; index < 40; index += 1) {
      const late = testStart + ((index * 7919) % 5000) * 1000;
      await work(late, BigInt(index + 1) ** 9n, { worker: `rig${index % 3}` });
    }
    const off = await ctx.db.query(sql`
      SELECT * FROM (
        SELECT miner_id, algorithm, date_bin('10 minutes', minute, 'epoch') AS at, sum(worker_minutes.work) AS work, sum(shares) AS shares
          FROM worker_minutes JOIN workers ON workers.id = worker_id GROUP BY 1, 2, 3) AS minutes
        FULL JOIN miner_ten_minutes AS ten USING (miner_id, algorithm, at)
       WHERE minutes.work IS DISTINCT FROM ten.work OR minutes.shares IS DISTINCT FROM ten.shares`);
    expect(off).toEqual([]);
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
  });

  it('makes an unsound ledger of a series that lost a hash', async () => {
    await ctx.db.query(sql`UPDATE miner_ten_minutes SET work = work - 1 WHERE miner_id = 1`);
    expect(isLedgerSound(await checkLedger(ctx))).toBe(false);
  });
});
