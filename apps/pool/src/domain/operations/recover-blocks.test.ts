import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { buildBatch, buildLine } from '../testing/build-work.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { fakeChain } from '../testing/fake-chain.ts';
import { beginRestoredEpoch } from '../payouts/payout-epoch.ts';
import { recordWork } from '../shares/record-work.ts';
import { advanceRounds } from '../rounds/advance-round.ts';
import { recoverBlocks } from './recover-blocks.ts';

const hourMs = 3_600_000;

describe.each(testEngines())('recoverBlocks on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  it('makes rounds of own blocks that a restored database lacks, once, and their miners are credited', async () => {
    const now = ctx.clock.now();
    const rewards = [{ asset: 'DOGE', amount: 10n * 10n ** 18n }];
    const block = {
      height: 7,
      hash: 'b'.repeat(64),
      foundAt: now - hourMs,
      networkWork: 50n,
      submission: Uint8Array.of(1, 2, 3),
    };
    const young = { ...block, height: 8, hash: 'c'.repeat(64), foundAt: now - 60_000 };
    const chain = {
      ...fakeChain(rewards),
      answer: { kind: 'duplicate', rewards } as const,
      ownBlocks: async (above: number) => [block, young].filter(({ height }) => height > above),
    };
    const found: string[] = [];
    const recover = () => recoverBlocks({ ...ctx, chains: [chain] }, ({ hash }) => found.push(hash));
    await recordWork(
      ctx,
      buildBatch(
        '00000000-0000-4000-8000-0000000000aa',
        buildLine({ work: 100n, firstAt: now, lastAt: now }),
      ),
    );
    // A database that was never restored knows its blocks.
    await recover();
    expect(found).toEqual([]);
    await beginRestoredEpoch(ctx.db, {
      id: '00000000-0000-4000-8000-000000000001',
      at: now,
      backupAt: now - 2 * hourMs,
    });
    await recover();
    await recover();
    expect(found).toEqual([block.hash]);
    await advanceRounds({ ...ctx, chains: [chain] });
    expect(await ctx.db.query(sql`SELECT block_hash, state, finder_worker FROM rounds`)).toEqual([
      { block_hash: block.hash, state: 'credited', finder_worker: '' },
    ]);
    const [credited] = await ctx.db.query<{ sum: bigint }>(sql`SELECT sum(gross) AS sum FROM credits`);
    expect(credited?.sum).toBe(10n * 10n ** 18n);
  });
});
