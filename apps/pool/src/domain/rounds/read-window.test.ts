import { pplnsByReferralCode } from '@openlode/ledger/pplns-by-referral-code';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { btcMiner, buildBatch, buildLine } from '../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { recordWork } from '../shares/record-work.ts';
import { readSlices, readWindow, windowStart, workersIn } from './read-window.ts';

const sliceCount = 5000;

describe.each(oneEngine())('readWindow on %s, over thousands of slices', (engine) => {
  let ctx: TestContext;
  let slices: { id: bigint; work: { minerId: bigint; referralCode: string; work: bigint }[] }[];
  beforeAll(async () => {
    ctx = await createTestContext(engine);
    await recordWork(
      ctx,
      buildBatch('11111111-1111-4111-8111-111111111111', buildLine(), buildLine({ miner: btcMiner })),
    );
    await ctx.db.query(sql`UPDATE slices SET closed_at = opened_at`);
    await ctx.db.query(sql`DELETE FROM slice_work`);
    // A slice a minute; every seventh empty, every fifth with simulated work too, another algorithm in between.
    await ctx.db.query(sql`
      INSERT INTO slices (algorithm, opened_at, closed_at)
      SELECT CASE WHEN n % 11 = 0 THEN 'kawpow' ELSE 'sha256' END, ${new Date(testStart)}, ${new Date(testStart)}
        FROM generate_series(1, ${sliceCount}) AS n`);
    await ctx.db.query(sql`
      INSERT INTO slice_work (slice_id, miner_id, worker_id, code, simulated, work, shares)
      SELECT slices.id, workers.miner_id, workers.id, code.code, code.simulated, slices.id * 37 % 1009 + workers.id, 1
        FROM slices, workers, (VALUES ('', false), ('abcd-1234', false), ('', true)) AS code (code, simulated)
       WHERE slices.id % 7 <> 0 AND (NOT code.simulated OR slices.id % 5 = 0)`);
    await ctx.db.query(sql`ANALYZE`);
    const rows = await ctx.db.query<{ id: bigint; miner_id: bigint; code: string; work: bigint }>(sql`
      SELECT slices.id, miner_id, code, sum(work) AS work FROM slices JOIN slice_work ON slice_id = slices.id
       WHERE algorithm = 'sha256' AND NOT simulated GROUP BY slices.id, miner_id, code
       ORDER BY slices.id DESC, miner_id, code`);
    slices = [];
    for (const { id, miner_id: minerId, code: referralCode, work } of rows) {
      if (slices.at(-1)?.id !== id) slices.push({ id, work: [] });
      slices.at(-1)?.work.push({ minerId, referralCode, work });
    }
  });
  afterAll(() => ctx.close());

  const window = (last: bigint, networkWork: bigint) =>
    ctx.db.transaction(async (tx) => {
      const end = { algorithm: 'sha256', last_slice_id: last, network_work: networkWork, chain: 'fake' };
      return readWindow(tx, await readSlices(tx, end));
    });

  it.each([
    [1n, 5001n],
    [1000n, 5001n],
    [123_457n, 4001n],
    [10n ** 12n, 5001n],
    [5n, 1n],
  ])(
    'is the same as adding every slice up, for a target of twice %s from slice %s',
    async (networkWork, last) => {
      const all = slices.filter(({ id }) => id <= last).map(({ work }) => work);
      expect(await window(last, networkWork)).toEqual(pplnsByReferralCode(all, 2n * networkWork));
    },
  );

  it('stops at an exact fit', async () => {
    const twoNewest = slices.slice(0, 2).flatMap(({ work }) => work);
    const target = twoNewest.reduce((sum, { work }) => sum + work, 0n);
    // The target is twice the network's work, so an odd sum cannot be hit.
    expect(target % 2n).toBe(0n);
    const { shares, work } = await window(5001n, target / 2n);
    expect(work).toBe(target);
    expect(shares).toHaveLength(2);
  });

  it('reads the slices of its window and not those that the pool remembers', async () => {
    const plans = await ctx.db.transaction(async (tx) => {
      const statements: string[] = [];
      const explaining = {
        ...tx,
        query: async <Row>(statement: Parameters<typeof tx.query>[0]) => {
          const lines = await tx.query<{ 'QUERY PLAN': string }>(
            sql`EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF, SUMMARY OFF) ${statement}`,
          );
          statements.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
          return tx.query<Row>(statement);
        },
      };
      const end = { algorithm: 'sha256', last_slice_id: 5001n, network_work: 5000n, chain: 'fake' };
      const read = await readSlices(explaining, end);
      await readWindow(explaining, read);
      await explaining.query(workersIn(read));
      return statements;
    });
    const rowsRead = [...plans.join('\n').matchAll(/Scan.*\(actual rows=(\d+)(?:\.\d+)? loops=(\d+)\)/g)].map(
      ([, rows, loops]) => Number(rows) * Number(loops),
    );
    expect(rowsRead.length).toBeGreaterThan(3);
    // Twice 5,000 are some seven slices of four rows.
    expect(Math.max(...rowsRead)).toBeLessThan(200);
  });

  it('knows how far back a window reaches', async () => {
    const start = (target: bigint) =>
      ctx.db.transaction((tx) =>
        windowStart(tx, { algorithm: 'sha256', lastSliceId: 5001n, target, simulated: false }),
      );
    const total = (count: number): bigint =>
      slices
        .slice(0, count)
        .flatMap(({ work }) => work)
        .reduce((sum, { work }) => sum + work, 0n);
    expect(await start(1n)).toBe(slices[0]?.id);
    expect(await start(total(100))).toBe(slices[99]?.id);
    expect(await start(total(100) + 1n)).toBe(slices[100]?.id);
    expect(await start(total(slices.length))).toBe(slices.at(-1)?.id);
    expect(await start(total(slices.length) + 1n)).toBeUndefined();
  });
});
