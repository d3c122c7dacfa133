import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import type { BlockState, Chain } from '../kernel/chain.ts';
import { advanceRound } from '../rounds/advance-round.ts';
import { createVerdictMemory } from '../kernel/verdict-memory.ts';
import type { BlockCandidate } from '../rounds/block-candidate.ts';
import { recordCandidate } from '../rounds/record-candidate.ts';
import { recordWork } from '../shares/record-work.ts';
import { btcMiner, buildBatch, buildLine } from '../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { buildCandidate, fakeChain } from '../testing/fake-chain.ts';
import { resetDatabase } from '../testing/reset-database.ts';
import { readBlocks } from './read-blocks.ts';
import { readChainLuck } from './read-chain-luck.ts';

const day = 86_400_000;
const rewards = [{ asset: 'BTC', amount: 10n ** 17n }];

describe.each(testEngines())('the blocks of a pool on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterEach(() => resetDatabase(ctx.db));
  afterAll(() => ctx.close());

  let batches = 0;
  const work = (hashes: bigint, options = { simulated: false }) => {
    batches += 1;
    const id = `${batches.toString(16).padStart(8, '0')}-1111-4111-8111-111111111111`;
    return recordWork(ctx, buildBatch(id, buildLine({ work: hashes })), options);
  };
  const find = (hash: string, more: Partial<BlockCandidate> = {}) =>
    recordCandidate(ctx, buildCandidate(hash, { networkWork: 100n, ...more }));

  it('are none at first', async () => {
    expect(await readBlocks(ctx, 1)).toEqual({ list: [], page: 1, lastPage: 1 });
    expect(await readChainLuck(ctx, ['fake'])).toEqual([]);
  });

  it('are told with effort, rewards and the coin of the finder, the newest first', async () => {
    await work(30n);
    await find('a');
    await work(250n);
    const second = await find('b', { height: 6, foundAt: testStart + 2000, miner: btcMiner });
    expect(await advanceRound({ ...ctx, chains: [fakeChain(rewards)] }, second)).toBe('credited');
    const { list } = await readBlocks(ctx, 1);
    expect(list).toEqual([
      {
        chain: 'fake',
        algorithm: 'sha256',
        hash: 'b'.repeat(64),
        height: 6,
        foundAt: testStart + 2000,
        state: 'credited',
        reorganisedAt: undefined,
        revivals: 0,
        finderCoin: 'BTC',
        rewards,
        effort: 2.5,
        confirmations: undefined,
      },
      {
        chain: 'fake',
        algorithm: 'sha256',
        hash: 'a'.repeat(64),
        height: 5,
        foundAt: testStart + 1000,
        state: 'candidate',
        reorganisedAt: undefined,
        revivals: 0,
        finderCoin: 'DOGE',
        rewards: [],
        effort: undefined,
        confirmations: undefined,
      },
    ]);
  });

  it('have the effort of their own chain, and of their own kind of work', async () => {
    await work(10n);
    await find('a');
    await find('b', { chain: 'other' });
    await find('c', { chain: 'simulated-sha256' });
    await work(40n);
    await find('d');
    await work(1000n, { simulated: true });
    await work(60n);
    await find('e', { chain: 'other' });
    await find('f', { chain: 'simulated-sha256' });
    // No block that nodes refused ends a search.
    await ctx.db.query(sql`UPDATE rounds SET state = 'refused' WHERE block_hash = ${'d'.repeat(64)}`);
    await find('1');
    const { list } = await readBlocks(ctx, 1);
    expect(list.map(({ hash, effort }) => [hash[0], effort])).toEqual([
      ['1', 1],
      // The kind had no work before its first block, so that nothing is known of where its search began.
      ['f', undefined],
      ['e', 1],
      ['d', 0.4],
      ['c', undefined],
      ['b', undefined],
      ['a', undefined],
    ]);
  });

  it('keep what the nodes say of their depth', async () => {
    let state: BlockState = 'immature';
    let tips = [7, 6];
    const chain: Chain = {
      ...fakeChain(rewards),
      kind: { money: 'regtest' } as never,
      nodes: {
        names: ['one', 'two', 'three'],
        answersOf: async () =>
          tips.map((height, index) => ({
            node: ['one', 'two'][index] ?? '',
            height,
            state,
            isSynced: true,
            buriedUnder: 0,
          })),
      },
    };
    const nodes = { ...ctx, chains: [chain], blockVerdicts: createVerdictMemory() };
    const depth = async () => (await readBlocks(ctx, 1)).list[0]?.confirmations;
    const id = await find('a');
    expect(await depth()).toBeUndefined();
    expect(await advanceRound(nodes, id)).toBe('accepted');
    expect(await depth()).toEqual({ depth: 2, by: 2, of: 3 });
    tips = [9];
    await advanceRound(nodes, id);
    expect(await depth()).toEqual({ depth: 5, by: 1, of: 3 });
    state = 'orphaned';
    await advanceRound(nodes, id);
    expect(await depth()).toEqual({ depth: 0, by: 0, of: 3 });
  });

  it('come in pages of 20, and no more than 100 of them', async () => {
    await find('a');
    await ctx.db.query(sql`
      INSERT INTO rounds (algorithm, chain, block_hash, block_height, submission, network_work, last_slice_id, finder_id,
                          finder_worker, found_at, state, state_at)
      SELECT algorithm, chain, lpad(n::text, 64, '0'), n, submission, network_work, last_slice_id, finder_id, finder_worker,
             found_at + n * interval '1 second', 'orphaned', state_at
        FROM rounds, generate_series(1, 2100) AS n`);
    const { list, lastPage } = await readBlocks(ctx, 2);
    expect(list.map(({ height }) => height)).toEqual(Array.from({ length: 20 }, (_, index) => 2080 - index));
    expect(lastPage).toBe(100);
    expect((await readBlocks(ctx, 107)).list).toEqual([]);
  });

  it('make the luck of their chain, the search that goes on included', async () => {
    await work(10n);
    await find('a');
    await work(50n);
    await find('b');
    expect(await readChainLuck(ctx, ['other', 'fake'])).toEqual([
      { chain: 'fake', algorithm: 'sha256', blocks: 1, expected: 0.5, search: 0 },
    ]);
    await work(150n);
    expect(await readChainLuck(ctx, ['fake'])).toEqual([
      { chain: 'fake', algorithm: 'sha256', blocks: 1, expected: 2, search: 1.5 },
    ]);
    ctx.advance(31 * day);
    expect(await readChainLuck(ctx, ['fake'])).toEqual([
      { chain: 'fake', algorithm: 'sha256', blocks: 0, expected: 1.5, search: 1.5 },
    ]);
  });

  it('are judged by the last hundred of a chain', async () => {
    await work(100n);
    await find('a', { foundAt: ctx.clock.now() });
    await ctx.db.query(sql`
      INSERT INTO rounds (algorithm, chain, block_hash, block_height, submission, network_work, last_slice_id, finder_id,
                          finder_worker, found_at, state, state_at, mined_work)
      SELECT algorithm, chain, lpad(n::text, 64, '0'), n, submission, network_work, last_slice_id, finder_id, finder_worker,
             found_at, 'credited', state_at, mined_work + 200 * n
        FROM rounds, generate_series(1, 300) AS n ORDER BY n`);
    const [luck] = await readChainLuck(ctx, ['fake']);
    expect(luck).toMatchObject({ blocks: 100, expected: 200, search: 0 });
  });
});
