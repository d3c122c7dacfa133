import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { btcMiner, buildBatch, buildLine, dogeMiner } from '../testing/build-work.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { chanceOfAtMost, countLuckAlarms, readLuck, readLuckAlarms } from './read-luck.ts';
import { recordShareStatistics } from '../shares/record-share-statistics.ts';
import { recordWork } from '../shares/record-work.ts';

describe('chanceOfAtMost', () => {
  it.each([
    [0, 3, 0.049787],
    [2, 3, 0.42319],
    [0, 14, 8.3153e-7],
    [50, 50, 0.537517],
    [1000, 1000, 0.508409],
    [0, 0, 1],
  ])('%i events or fewer where %f are expected: %f', (count, mean, chance) => {
    expect(chanceOfAtMost(count, mean) / chance).toBeCloseTo(1, 4);
  });
});

describe.each(testEngines())('the luck of miners, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
    await recordWork(
      ctx,
      buildBatch('11111111-1111-4111-8111-111111111111', buildLine(), buildLine({ miner: btcMiner })),
    );
  });
  afterAll(() => ctx.close());
  const line = {
    algorithm: 'sha256',
    miner: dogeMiner,
    shares: 200,
    depth: 195,
    blocks: 0.5,
    relayedBlocks: 0,
    relayedFound: 0,
  };
  const none = { 'credit-per-hash': 0, 'withheld-blocks': 0, 'withheld-relayed-blocks': 0 };
  const week = { days: 7, limit: 10 };

  it('adds up what was recorded, and leaves out who is not in the ledger', async () => {
    const stranger = { ...dogeMiner, address: 'D-unknown' };
    await recordShareStatistics(ctx, [line, line, { ...line, miner: stranger }]);
    await recordShareStatistics(ctx, [line]);
    expect(await readLuck(ctx, week)).toMatchObject([
      { address: dogeMiner.address, shares: 600, expectedBlocks: 1.5, foundBlocks: 0, alarm: null },
    ]);
    const [honest] = await readLuck(ctx, week);
    expect(honest?.creditPerHash).toBeCloseTo(1.0256, 3);
    expect(honest?.excess).toBeCloseTo(0.612, 3);
    expect(await countLuckAlarms(ctx)).toEqual(none);
  });

  it('names a miner whose hashes lie too close to their targets, and one that finds no blocks', async () => {
    await recordShareStatistics(ctx, [
      { ...line, miner: btcMiner, shares: 400, depth: 100 },
      { ...line, shares: 5000, depth: 5000, blocks: 15 },
    ]);
    const found = await readLuck(ctx, week);
    expect(found.map(({ coin, alarm }) => [coin, alarm])).toEqual([
      ['DOGE', 'withheld-blocks'],
      ['BTC', 'credit-per-hash'],
    ]);
    expect(found[1]?.creditPerHash).toBe(4);
    expect(found[1]?.excess).toBe(15);
    expect(await countLuckAlarms(ctx)).toEqual({ ...none, 'credit-per-hash': 1, 'withheld-blocks': 1 });
  });

  it('names who keeps back blocks of another pool, and not who finds them', async () => {
    await ctx.db.query(sql`DELETE FROM share_statistics`);
    await recordShareStatistics(ctx, [
      { ...line, relayedBlocks: 15, relayedFound: 0 },
      { ...line, miner: btcMiner, relayedBlocks: 9, relayedFound: 7 },
    ]);
    await recordShareStatistics(ctx, [{ ...line, miner: btcMiner, relayedBlocks: 6, relayedFound: 6 }]);
    expect(await readLuck(ctx, week)).toMatchObject([
      {
        coin: 'DOGE',
        relayedExpected: 15,
        relayedFound: 0,
        foundBlocks: 0,
        alarm: 'withheld-relayed-blocks',
      },
      { coin: 'BTC', relayedExpected: 15, relayedFound: 13, alarm: null },
    ]);
    expect(await countLuckAlarms(ctx)).toEqual({ ...none, 'withheld-relayed-blocks': 1 });
  });

  it('sees in 35 days what a week has too little work for', async () => {
    await ctx.db.query(sql`DELETE FROM share_statistics`);
    for (const age of ['20 days', '10 days', '0 days']) {
      await recordShareStatistics(ctx, [{ ...line, relayedBlocks: 6, relayedFound: 0 }]);
      await ctx.db.query(
        sql`UPDATE share_statistics SET day = day - ${age}::interval WHERE day = (SELECT max(day) FROM share_statistics)`,
      );
    }
    expect(await readLuckAlarms(ctx)).toMatchObject([
      { days: 35, relayedExpected: 18, alarm: 'withheld-relayed-blocks' },
    ]);
    expect((await readLuck(ctx, week)).map(({ alarm }) => alarm)).toEqual([null]);
  });

  it('looks at the days that it is asked for, and forgets after 35', async () => {
    await ctx.db.query(sql`DELETE FROM share_statistics`);
    await recordShareStatistics(ctx, [line, { ...line, miner: btcMiner }]);
    await ctx.db.query(sql`UPDATE share_statistics SET day = day - interval '7 days'`);
    expect(await readLuck(ctx, week)).toEqual([]);
    expect(await readLuck(ctx, { days: 8, limit: 10 })).toHaveLength(2);
    await ctx.db.query(sql`UPDATE share_statistics SET day = day - interval '30 days'`);
    await recordShareStatistics(ctx, []);
    expect(await ctx.db.query(sql`SELECT 1 FROM share_statistics`)).toEqual([]);
  });
});
