import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { buildBatch, buildLine } from '../testing/build-work.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { buildCandidate, fakeChain } from '../testing/fake-chain.ts';
import { resetDatabase } from '../testing/reset-database.ts';
import { beginRestoredEpoch } from '../payouts/payout-epoch.ts';
import { liftByItself, suspendByOperator, suspendPayouts } from '../payouts/suspensions.ts';
import { laggingSearches } from '../rounds/block-searches.ts';
import { recordWork } from '../shares/record-work.ts';
import type { BlockState } from '../kernel/chain.ts';
import { checkLedger, isLedgerSound } from '../ledger/check-ledger.ts';
import { handleReorgs } from '../rounds/handle-reorgs.ts';
import { recordCandidate } from '../rounds/record-candidate.ts';
import { reviveRounds } from '../rounds/revive-rounds.ts';
import { advanceRounds } from '../rounds/advance-round.ts';
import { giveUpBlock, listWaitingBlocks } from './decide-block.ts';
import { recoverBlocks } from './recover-blocks.ts';

const hourMs = 3_600_000;

describe.each(oneEngine())('recoverBlocks on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(() => resetDatabase(ctx.db));
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
    // Of a database that was never restored, a process may have them that cannot reach it.
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

  /** A pool with work, and a chain that has one own block that it does not know, found `agoMs` ago. */
  async function begin(agoMs: number) {
    const now = ctx.clock.now();
    const rewards = [{ asset: 'DOGE', amount: 10n * 10n ** 18n }];
    const block = {
      height: 7,
      hash: 'b'.repeat(64),
      foundAt: now - agoMs,
      networkWork: 50n,
      submission: Uint8Array.of(1, 2, 3),
    };
    const chain = {
      ...fakeChain(rewards),
      answer: { kind: 'duplicate', rewards } as const,
      ownBlocks: async (above: number) => [block].filter(({ height }) => height > above),
    };
    const batch = '00000000-0000-4000-8000-0000000000bb';
    await recordWork(ctx, buildBatch(batch, buildLine({ work: 100n, firstAt: now, lastAt: now })));
    const found: string[] = [];
    const recover = () => recoverBlocks({ ...ctx, chains: [chain] }, ({ hash }) => found.push(hash));
    return { now, block, chain, found, recover };
  }

  const suspicions = {
    'a wallet that has sent what the database does not know': (at: number) =>
      suspendPayouts(ctx.db, { network: 'DOGE', reason: 'unknown-transaction', detail: '' }, at),
    'a wallet that holds less than the ledger says': (at: number) =>
      suspendPayouts(ctx.db, { network: 'asset:DOGE', reason: 'wallet-short', detail: '' }, at),
    'the word of an operator that it was put back': () =>
      suspendByOperator(ctx, '*', 'a snapshot', { isRecovered: true }),
    'a comparison with unknown transactions': (at: number) =>
      ctx.db.query(sql`
        INSERT INTO payout_comparisons (compared_at, since, transactions, unknown, actor)
        VALUES (${new Date(at)}, ${new Date(0)}, 1, 1, 'root')`),
  };
  it.each(Object.entries(suspicions))('finds blocks again after %s [I11]', async (_, suspect) => {
    const { now, block, found, recover } = await begin(hourMs);
    await recover();
    expect(found).toEqual([]);
    await suspect(now);
    await recover();
    expect(found).toEqual([block.hash]);
  });

  it('leaves a block to the process that found it where the last suspicion was lifted days before it [I11]', async () => {
    const { now, block, found, recover } = await begin(hourMs);
    const daysAgo = now - 3 * 24 * hourMs;
    await suspendPayouts(ctx.db, { network: 'asset:DOGE', reason: 'wallet-short', detail: '' }, daysAgo);
    await recover();
    expect(found).toEqual([block.hash]);
    await ctx.db.query(sql`DELETE FROM rounds`);
    found.length = 0;
    await liftByItself(ctx.db, 'asset:DOGE', 'wallet-short', 'put in', daysAgo);
    await recover();
    expect(found).toEqual([]);
  });

  it('finds blocks again hours after a copy that nothing has told of [I11]', async () => {
    const { block, found, recover } = await begin(hourMs);
    await recover();
    expect(found).toEqual([]);
    ctx.advance(5 * hourMs + 1);
    await recover();
    expect(found).toEqual([block.hash]);
  });

  /** A chain of two nodes that say the same of the pool's only block, which has an accepted round. */
  async function beginWithRound() {
    const { block, now } = await begin(0);
    const said: { state: BlockState; buriedUnder: number } = { state: 'immature', buriedUnder: 0 };
    const rewards = [{ asset: 'DOGE', amount: 10n * 10n ** 18n }];
    const chain = {
      ...fakeChain(rewards),
      kind: 'real' as const,
      nodes: {
        names: ['one', 'two'],
        answersOf: async () => ['one', 'two'].map((node) => ({ node, height: 100, ...said, isSynced: true })),
      },
      ownBlocks: async () => [{ ...block, foundAt: now }],
    };
    await recordCandidate(ctx, buildCandidate('b', { foundAt: now }));
    const rounds = () => ctx.db.query(sql`SELECT state FROM rounds`);
    /** What nodes say counts once they have said it for half a minute. */
    const stands = async (look: () => Promise<void>): Promise<void> => {
      await look();
      ctx.advance(30_000);
      await look();
    };
    const advance = () => stands(() => advanceRounds({ ...ctx, chains: [chain] }));
    const search = async () => {
      const found: string[] = [];
      await recoverBlocks({ ...ctx, chains: [chain] }, ({ hash }) => found.push(hash));
      return found;
    };
    const credited = () =>
      ctx.db.query(sql`SELECT sum(gross) AS sum, count(DISTINCT round_id)::int AS rounds FROM credits`);
    await advance();
    return { block, chain, said, rounds, stands, advance, search, credited };
  }
  const all = [{ sum: 10n * 10n ** 18n, rounds: 1 }];

  it('gives up no block that lost a race for a moment [I7]', async () => {
    const { said, rounds, advance, credited } = await beginWithRound();
    said.state = 'orphaned';
    await advance();
    expect(await rounds()).toEqual([{ state: 'accepted' }]);
    said.state = 'mature';
    await advance();
    expect(await credited()).toEqual(all);
  });

  it('finds the block of a round again that was given up, however long ago, and it is credited once [I6] [I7]', async () => {
    const { block, said, rounds, advance, search, credited } = await beginWithRound();
    said.state = 'orphaned';
    said.buriedUnder = 6;
    await advance();
    expect(await rounds()).toEqual([{ state: 'orphaned' }]);
    ctx.advance(30 * 24 * hourMs);
    expect(await search()).toEqual([]);
    said.state = 'mature';
    expect(await search()).toEqual([block.hash]);
    expect(await search()).toEqual([]);
    await advance();
    await advance();
    expect([await rounds(), await search()]).toEqual([[{ state: 'credited' }], []]);
    expect(await credited()).toEqual(all);
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
  });

  it('lets a round go on each time that its chain turns back to its block, and takes back what the pool wrote off [I6] [I7]', async () => {
    const { chain, said, rounds, stands, advance, credited } = await beginWithRound();
    const revive = () => stands(() => reviveRounds({ ...ctx, chains: [chain] }));
    const balances = () =>
      ctx.db.query(
        sql`SELECT account, amount FROM balances
             WHERE account LIKE 'pool:reorg%' OR account LIKE 'ext:%' ORDER BY account`,
      );
    for (let turn = 0; turn < 2; turn += 1) {
      Object.assign(said, { state: 'orphaned', buriedUnder: 6 });
      await advance();
      await revive();
      expect(await rounds()).toEqual([{ state: 'orphaned' }]);
      said.state = 'immature';
      await revive();
      await advance();
      expect(await rounds()).toEqual([{ state: 'accepted' }]);
    }
    said.state = 'mature';
    await advance();
    expect(await credited()).toEqual(all);
    for (let turn = 0; turn < 2; turn += 1) {
      said.state = 'orphaned';
      await stands(() => handleReorgs({ ...ctx, chains: [chain] }, () => undefined));
      expect(await balances()).toMatchObject([{ amount: 0n }, { amount: -10n * 10n ** 18n }]);
      said.state = 'immature';
      await revive();
      expect(await balances()).toMatchObject([{ amount: 0n }, { amount: -10n * 10n ** 18n }]);
      said.state = 'mature';
      await revive();
      await revive();
      expect(await balances()).toMatchObject([{ amount: -10n * 10n ** 18n }, { amount: 0n }]);
    }
    expect(await credited()).toEqual(all);
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
  });

  it('lets a block go on that an operator gave up, where its chain has it after all [I7]', async () => {
    const { chain, said, rounds, advance, credited } = await beginWithRound();
    await resetDatabase(ctx.db);
    await begin(0);
    await recordCandidate(ctx, buildCandidate('b'));
    const lone = { kind: 'invalid', why: 'bad-cb', nodes: ['one'] } as const;
    Object.assign(chain, { answer: lone });
    said.state = 'unknown';
    await advance();
    const [waiting] = await listWaitingBlocks(ctx);
    expect(
      await giveUpBlock({ ...ctx, actor: 'ann' }, { id: waiting?.id ?? '', reason: 'one node' }),
    ).toMatchObject({ kind: 'done' });
    Object.assign(chain, {
      answer: { kind: 'duplicate', rewards: [{ asset: 'DOGE', amount: 10n * 10n ** 18n }] },
    });
    said.state = 'mature';
    await reviveRounds({ ...ctx, chains: [chain] });
    await advance();
    expect(await rounds()).toEqual([{ state: 'credited' }]);
    expect(await credited()).toEqual(all);
  });

  it('leaves the blocks of an older ledger on the same chain', async () => {
    const { now, found, recover } = await begin(8 * hourMs);
    await ctx.db.query(
      sql`INSERT INTO pool_identity (kind, created_at) VALUES ('sandbox', ${new Date(now - 7 * hourMs)})`,
    );
    await recover();
    expect(found).toEqual([]);
    expect(await laggingSearches(ctx.db, now - 600_000, now)).toEqual([]);
  });

  it('says how far each chain is searched: as far as every block of before is credited', async () => {
    const { now, block, chain, recover } = await begin(hourMs);
    await suspendPayouts(ctx.db, { network: '*', reason: 'rolled-back', detail: '' }, now);
    const behind = () => laggingSearches(ctx.db, now - 600_000, ctx.clock.now());
    const waiting = [{ chain: 'fake', completeUntil: block.foundAt }];
    await recover();
    expect(await behind()).toEqual(waiting);
    await recover();
    expect(await behind()).toEqual(waiting);
    await advanceRounds({ ...ctx, chains: [chain] });
    await recover();
    expect(await behind()).toEqual([]);
    // What was found since is not settled yet.
    expect(await laggingSearches(ctx.db, now - 599_999, now)).toEqual([
      { chain: 'fake', completeUntil: now - 600_000 },
    ]);
    // Of a clock that was ahead nothing follows.
    expect(await laggingSearches(ctx.db, now - 700_000, now - 650_000)).toEqual([
      { chain: 'fake', completeUntil: undefined },
    ]);
  });
});
