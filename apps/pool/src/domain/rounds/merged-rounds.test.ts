import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import type { Chain } from '../kernel/chain.ts';
import { recordWork } from '../shares/record-work.ts';
import { btcMiner, buildBatch, buildLine } from '../testing/build-work.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { buildCandidate, fakeChain } from '../testing/fake-chain.ts';
import { advanceRound } from './advance-round.ts';
import { recordCandidate } from './record-candidate.ts';

describe.each(testEngines())('blocks of several chains by one share, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  it('are rounds by themselves: each with its own window, state and reward', async () => {
    // A minute before the share, so that it is in a slice of its own.
    await recordWork(
      ctx,
      buildBatch('11111111-1111-4111-8111-111111111111', buildLine({ miner: btcMiner, work: 60n })),
    );
    ctx.advance(61_000);
    await recordWork(ctx, buildBatch('22222222-2222-4222-8222-222222222222', buildLine({ work: 20n })));
    const easy: Chain = { ...fakeChain([{ asset: 'DOGE', amount: 10n ** 18n }]), name: 'easy' };
    const parent: Chain = {
      ...fakeChain([]),
      name: 'parent',
      submitBlock: async () => ({ kind: 'stale' }),
      stateOf: async () => 'orphaned',
    };
    const chains = [parent, easy, { ...fakeChain([{ asset: 'BTC', amount: 10n ** 18n }]), name: 'hard' }];
    // Twice its network's work is a window: of the easy chain the newest slice, of the hard one all that there is.
    const found = await Promise.all([
      recordCandidate(ctx, buildCandidate('a', { chain: 'parent', networkWork: 40n })),
      recordCandidate(ctx, buildCandidate('b', { chain: 'easy', networkWork: 10n })),
      recordCandidate(ctx, buildCandidate('c', { chain: 'hard', networkWork: 40n })),
    ]);
    const states = [];
    for (const id of found) states.push(await advanceRound({ ...ctx, chains }, id));
    expect(states).toEqual(['orphaned', 'credited', 'credited']);
    const shared = await ctx.db.query(sql`
      SELECT rounds.chain, miners.coin FROM credits JOIN rounds ON rounds.id = round_id JOIN miners ON miners.id = miner_id
       ORDER BY rounds.chain, miners.coin`);
    expect(shared).toEqual([
      { chain: 'easy', coin: 'DOGE' },
      { chain: 'hard', coin: 'BTC' },
      { chain: 'hard', coin: 'DOGE' },
    ]);
  });
});
