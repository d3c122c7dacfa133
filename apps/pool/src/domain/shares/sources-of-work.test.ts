import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import type { Relayed } from '../kernel/work-batch.ts';
import { btcMiner, buildBatch, buildLine, dogeMiner } from '../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { recordBatches, recordInto } from './record-work.ts';

/** `npm run test:long` plays all runs. */
const isLong = process.env['TEST_LONG'] === '1';

const relayed: readonly (Relayed | undefined)[] = [
  undefined,
  { upstream: 'first', networkWork: 1000n },
  // The difficulty of its network has risen: a slice of its own, of the same pool.
  { upstream: 'first', networkWork: 2000n },
  { upstream: 'second', networkWork: 9n },
];

describe.each(testEngines())('work of several sources on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  it('is in slices of the source that gave it, all of it, whichever batches are recorded together and however often', async () => {
    const expected: Record<string, bigint> = {};
    let count = 0;
    const batch = fc.record({
      source: fc.integer({ min: 0, max: 3 }),
      isDoge: fc.boolean(),
      work: fc.bigInt({ min: 1n, max: 1n << 50n }),
      isRepeated: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 6 }), async (given) => {
        const batches = given.map(({ source, isDoge, work }) => {
          const miner = isDoge ? dogeMiner : btcMiner;
          const of = relayed[source];
          const name = `${of?.upstream ?? 'own'} ${of?.networkWork ?? '-'} ${miner.coin}`;
          expected[name] = (expected[name] ?? 0n) + work;
          const id = `00000000-0000-4000-8000-${(++count).toString(16).padStart(12, '0')}`;
          return { ...buildBatch(id, buildLine({ miner, work })), ...(of && { relayed: of }) };
        });
        expect(await recordBatches(ctx, batches)).toBe(batches.length);
        const again = batches.filter((_, index) => given[index]?.isRepeated === true);
        expect(await recordBatches(ctx, again)).toBe(0);
        const rows = await ctx.db.query<{ name: string; work: bigint }>(sql`
          SELECT coalesce(upstream, 'own') || ' ' || coalesce(network_work::text, '-') || ' ' || coin AS name,
                 sum(work)::numeric AS work
            FROM slice_work JOIN slices ON slices.id = slice_id JOIN miners ON miners.id = miner_id GROUP BY 1`);
        expect(Object.fromEntries(rows.map(({ name, work }) => [name, work]))).toEqual(expected);
      }),
      { numRuns: isLong ? 15 : 5 },
    );
  });

  it('takes the slices of all sources in one order, whichever work came first: processes must not wait for each other', async () => {
    const fresh = await createTestContext(engine);
    const of = (id: string, given: Relayed | undefined) => ({
      ...buildBatch(id, buildLine({ miner: btcMiner, work: 1n })),
      ...(given && { relayed: given }),
    });
    const id = (count: number): string => `00000000-0000-4000-8000-${count.toString(16).padStart(12, '0')}`;
    await recordBatches(fresh, [of(id(1), relayed[3]), of(id(2), undefined), of(id(3), relayed[1])]);
    const rows = await fresh.db.query<{ upstream: string | null }>(
      sql`SELECT upstream FROM slices ORDER BY id`,
    );
    expect(rows.map(({ upstream }) => upstream)).toEqual([null, 'first', 'second']);
    await fresh.close();
  });

  it('counts a source’s miner once an hour, also where an attempt before was rolled back', async () => {
    const fresh = await createTestContext(engine);
    const hourMs = 3_600_000;
    const batch = (id: number, at: number) =>
      buildBatch(
        `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`,
        buildLine({ source: 'own.wide', firstAt: at, lastAt: at }),
      );
    const counted = async () =>
      (await fresh.db.query<{ hour: Date }>(sql`SELECT hour FROM source_miners WHERE source = 'wide'`)).map(
        ({ hour }) => hour.getTime() - testStart,
      );
    await expect(
      fresh.db.transaction(async (tx) => {
        await recordInto(tx, fresh, [batch(1, testStart)], { simulated: false });
        throw new Error('not committed');
      }),
    ).rejects.toThrow('not committed');
    expect(await counted()).toEqual([]);
    await recordBatches(fresh, [batch(1, testStart)]);
    await recordBatches(fresh, [batch(2, testStart + 60_000)]);
    expect(await counted()).toEqual([0]);
    fresh.setNow(testStart + hourMs);
    await recordBatches(fresh, [batch(3, testStart + hourMs)]);
    await recordBatches(fresh, [batch(4, testStart + 60_000)]);
    expect(await counted()).toEqual([hourMs]);
    const work = await fresh.db.query<{ work: bigint }>(
      sql`SELECT work::numeric FROM source_work ORDER BY hour`,
    );
    expect(work.map((each) => each.work)).toEqual([3_000_000n, 1_000_000n]);
    await fresh.close();
  });
});
