import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import type { Chain } from '../kernel/chain.ts';
import { advanceRound } from '../rounds/advance-round.ts';
import { recordCandidate } from '../rounds/record-candidate.ts';
import { btcMiner, buildBatch, buildLine, dogeMiner } from '../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { recordWork } from '../shares/record-work.ts';
import { markOffline } from '../workers/mark-offline.ts';
import { addPaid } from '../payouts/paid-total.ts';
import { readPool, readPoolTotals } from './read-pool.ts';
import { simulatedKind } from '../kernel/pool-kind.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A fake chain that accepts everything at once. */
const agreeable: Chain = {
  name: 'fake',
  algorithm: 'sha256',
  kind: simulatedKind,
  template: () => {
    throw new Error('this chain gives no work');
  },
  onTemplate: () => () => undefined,
  submitBlock: async () => ({ kind: 'accepted', rewards: [{ asset: 'BTC', amount: 10n ** 14n }] }),
  stateOf: async () => 'mature',
};

describe.each(testEngines())('readPool on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  const findBlock = async (digit: string) => {
    const round = await recordCandidate(ctx, {
      algorithm: 'sha256',
      chain: 'fake',
      height: 1,
      hash: digit.repeat(64),
      submission: new Uint8Array(1),
      networkWork: 10n,
      miner: dogeMiner,
      worker: 'rig1',
      foundAt: ctx.clock.now(),
    });
    await advanceRound({ ...ctx, chains: [agreeable] }, round);
  };

  it('is empty at first', async () => {
    expect(await readPool(ctx)).toEqual({ workers: 0, miners: 0, paidBtc: 0n, algorithms: new Map() });
  });

  it('counts workers and miners of the past day, and hashrate and miners of now', async () => {
    await recordWork(
      ctx,
      buildBatch(
        '11111111-1111-4111-8111-111111111111',
        buildLine({ work: 6000n }),
        buildLine({ worker: 'rig2', work: 3000n }),
        buildLine({ miner: btcMiner, work: 3000n }),
      ),
    );
    await recordWork(ctx, {
      ...buildBatch('22222222-2222-4222-8222-222222222222', buildLine({ work: 600n })),
      algorithm: 'kawpow',
    });
    ctx.advance(minute);
    const pool = await readPool(ctx);
    expect(pool).toMatchObject({ workers: 4, miners: 2 });
    const nothing = { lastRewardAt: undefined, averageRewardMs: undefined };
    expect(pool.algorithms.get('sha256')).toEqual({ ...nothing, hashesPerSecond: 200, miners: 2 });
    expect(pool.algorithms.get('kawpow')).toEqual({ ...nothing, hashesPerSecond: 10, miners: 1 });
  });

  it('tells the last reward and the mean time between those of the past day', async () => {
    await findBlock('a');
    expect((await readPool(ctx)).algorithms.get('sha256')).toMatchObject({
      lastRewardAt: testStart + minute,
      averageRewardMs: 24 * hour,
    });
    ctx.advance(5 * minute);
    await findBlock('b');
    ctx.advance(2 * minute);
    await findBlock('c');
    expect((await readPool(ctx)).algorithms.get('sha256')).toMatchObject({
      lastRewardAt: testStart + 8 * minute,
      averageRewardMs: 3.5 * minute,
    });
    // Two of the three are older than a day now, then all of them.
    ctx.setNow(testStart + 24 * hour + 7 * minute);
    expect((await readPool(ctx)).algorithms.get('sha256')?.averageRewardMs).toBe(24 * hour);
    ctx.setNow(testStart + 24 * hour + 8 * minute);
    expect((await readPool(ctx)).algorithms.get('sha256')).toMatchObject({
      lastRewardAt: testStart + 8 * minute,
      averageRewardMs: undefined,
    });
  });

  it('forgets workers after a day and miners once they are offline', async () => {
    await recordWork(
      ctx,
      buildBatch(
        '33333333-3333-4333-8333-333333333333',
        buildLine({ firstAt: ctx.clock.now(), lastAt: ctx.clock.now() }),
      ),
    );
    await markOffline(ctx);
    const pool = await readPool(ctx);
    expect(pool).toMatchObject({ workers: 1, miners: 1 });
    expect(pool.algorithms.get('sha256')?.miners).toBe(1);
    expect(pool.algorithms.has('kawpow')).toBe(false);
  });

  it('adds up what was paid, exactly, and never backwards', async () => {
    await ctx.db.transaction((tx) => addPaid(tx, 2n ** 70n));
    await ctx.db.transaction((tx) => addPaid(tx, 1n));
    await expect(ctx.db.transaction((tx) => addPaid(tx, -1n))).rejects.toThrow('never takes back');
    await expect(ctx.db.query(sql`UPDATE paid_total SET btc = -1`)).rejects.toThrow();
    expect(await readPoolTotals(ctx)).toMatchObject({ paidBtc: 2n ** 70n + 1n });
  });
});
