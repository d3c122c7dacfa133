import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { readEvents } from '../views/read-events.ts';
import { isLedgerSound, checkLedger } from '../ledger/check-ledger.ts';
import type { BlockState, SubmitOutcome } from '../kernel/chain.ts';
import { btcMiner, buildBatch, buildLine } from '../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { buildCandidate, fakeChain } from '../testing/fake-chain.ts';
import { recordWork } from '../shares/record-work.ts';
import { advanceRound, advanceRounds, openRounds } from './advance-round.ts';
import { handleReorgs } from './handle-reorgs.ts';
import { creditRound } from './credit-round.ts';
import { recordCandidate } from './record-candidate.ts';

const coin = 10n ** 18n;
const delisted = {
  coin: 'FTM',
  network: 'FTM',
  address: '0x32211Eda9E8d538cAff4E619d0674f30DFb72bB5',
  memo: null,
};

describe.each(oneEngine())('a round on %s', (engine) => {
  let ctx: TestContext;
  beforeEach(async () => {
    ctx = await createTestContext(engine);
    await recordWork(
      ctx,
      buildBatch(
        '11111111-1111-4111-8111-111111111111',
        buildLine({ work: 75n }),
        buildLine({ miner: btcMiner, work: 25n }),
      ),
    );
  });
  afterEach(() => ctx.close());

  const balances = async () =>
    Object.fromEntries(
      (
        await ctx.db.query<{ account: string; asset: string; amount: bigint }>(
          sql`SELECT account, asset, amount FROM balances WHERE amount <> 0 ORDER BY asset, account`,
        )
      ).map(({ account, asset, amount }) => [`${asset} ${account}`, amount]),
    );

  it('splits a reward by work, converts it, takes the fee and keeps the receipt [rule-03]', async () => {
    const chain = fakeChain([{ asset: 'BTC', amount: coin / 10n }]);
    const id = await recordCandidate(ctx, buildCandidate('a'));
    expect(await advanceRound({ ...ctx, chains: [chain] }, id)).toBe('credited');
    // 0.1 BTC: three quarters are 0.075 BTC = 30,000 DOGE, a quarter is 0.025 BTC; one percent of each is the fee.
    expect(await balances()).toEqual({
      'BTC conv:desk': 75n * 10n ** 15n,
      'BTC ext:chain:fake': -(10n ** 17n),
      'BTC miner:2:mining': 24_750n * 10n ** 12n,
      'BTC pool:fees': 250n * 10n ** 12n,
      'DOGE conv:desk': -30_000n * coin,
      'DOGE miner:1:mining': 29_700n * coin,
      'DOGE pool:fees': 300n * coin,
    });
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);

    const { list } = await readEvents(ctx, 1n, { page: 1, types: ['reward'], after: undefined });
    expect(list[0]?.body).toEqual({
      type: 'reward',
      algorithm: 'sha256',
      amount: '29700',
      timeStart: testStart,
      timeEnd: testStart + 1000,
      roundId: id.toString(),
    });
    expect(list[0]?.receipts).toMatchObject([
      {
        work: 75n,
        roundWork: 100n,
        asset: 'BTC',
        reward: 10n ** 17n,
        share: 75n * 10n ** 15n,
        rate: '400000',
        rateSource: 'one + two',
        gross: 30_000n * coin,
        fee: 300n * coin,
        credited: 29_700n * coin,
        blockHeight: 5,
      },
    ]);
  });

  it('credits nothing for work in a coin that is delisted: the others share it [rule-08]', async () => {
    await recordWork(
      ctx,
      buildBatch('22222222-2222-4222-8222-222222222222', buildLine({ miner: delisted, work: 300n })),
    );
    const id = await recordCandidate(ctx, { ...buildCandidate('a'), networkWork: 1000n });
    const chain = fakeChain([{ asset: 'BTC', amount: coin / 10n }]);
    expect(await advanceRound({ ...ctx, chains: [chain] }, id)).toBe('credited');
    const { 'DOGE miner:1:mining': doge, 'BTC miner:2:mining': btc } = await balances();
    expect([doge, btc]).toEqual([29_700n * coin, 24_750n * 10n ** 12n]);
    expect(
      Object.keys(await balances()).filter((ledgerAccount) => ledgerAccount.includes('miner:3')),
    ).toEqual([]);
    const { list } = await readEvents(ctx, 1n, { page: 1, types: ['reward'], after: undefined });
    expect(list[0]?.receipts).toMatchObject([{ work: 75n, roundWork: 100n }]);
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
  });

  it('credits the work from before its coin was delisted in blocks found afterwards, and none from then on', async () => {
    ctx.advance(1000);
    const since = ctx.clock.now();
    await ctx.db.query(sql`INSERT INTO delisted_coins (coin, since) VALUES ('DOGE', ${new Date(since)})`);
    ctx.advance(1000);
    const worked = (at: number, work: bigint) => buildLine({ work, firstAt: at, lastAt: at });
    // One share waited on disk and is recorded only now; one was still accepted from a session that ends.
    await recordWork(
      ctx,
      buildBatch('22222222-2222-4222-8222-222222222222', worked(since - 1, 100n), worked(since, 9000n)),
    );
    const id = await recordCandidate(ctx, buildCandidate('a', { networkWork: 1000n }));
    const chain = fakeChain([{ asset: 'BTC', amount: coin / 10n }]);
    expect(await advanceRound({ ...ctx, chains: [chain] }, id)).toBe('credited');
    // 175 of 200: 0.0875 BTC are 35,000 DOGE, less one percent. The 9,000 belong to no miner, and dilute none.
    const { 'DOGE miner:1:mining': doge, 'BTC miner:2:mining': btc } = await balances();
    expect([doge, btc]).toEqual([34_650n * coin, 12_375n * 10n ** 12n]);
    expect(await ctx.db.query(sql`SELECT coin, algorithm, work, shares FROM uncredited_work`)).toEqual([
      { coin: 'DOGE', algorithm: 'sha256', work: 9000n, shares: 1n },
    ]);
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
  });

  it('credits a block that was found before its coin was delisted, however late it matures', async () => {
    const id = await recordCandidate(ctx, buildCandidate('a'));
    ctx.advance(5000);
    await ctx.db.query(
      sql`INSERT INTO delisted_coins (coin, since) VALUES ('DOGE', ${new Date(ctx.clock.now())})`,
    );
    const chain = fakeChain([{ asset: 'BTC', amount: coin / 10n }]);
    expect(await advanceRound({ ...ctx, chains: [chain] }, id)).toBe('credited');
    const { 'DOGE miner:1:mining': doge, 'BTC miner:2:mining': btc } = await balances();
    expect([doge, btc]).toEqual([29_700n * coin, 24_750n * 10n ** 12n]);
  });

  it('leaves a reward to a delisted coin where no other miner has worked for it', async () => {
    const alone = await createTestContext(engine);
    await recordWork(
      alone,
      buildBatch('33333333-3333-4333-8333-333333333333', buildLine({ miner: delisted, work: 5n })),
    );
    const id = await recordCandidate(alone, buildCandidate('a'));
    const chain = fakeChain([{ asset: 'BTC', amount: coin }]);
    expect(await advanceRound({ ...alone, chains: [chain] }, id)).toBe('credited');
    expect(isLedgerSound(await checkLedger(alone))).toBe(true);
    await alone.close();
  });

  it('credits several reward lines of one block with one event a miner', async () => {
    const chain = fakeChain([
      { asset: 'LTC', amount: coin },
      { asset: 'DOGE', amount: 100n * coin },
    ]);
    const id = await recordCandidate(ctx, buildCandidate('b'));
    ctx.published.length = 0;
    expect(await advanceRound({ ...ctx, chains: [chain] }, id)).toBe('credited');
    // 0.75 LTC = 300 DOGE and 75 DOGE, less one percent.
    expect((await balances())['DOGE miner:1:mining']).toBe(371_250n * 10n ** 15n);
    expect(ctx.published.filter((event) => event.kind === 'miner-event')).toHaveLength(2);
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
  });

  it('shares what a block pays where one of its lines pays nothing, and is not held up by it', async () => {
    const chain = fakeChain([
      { asset: 'LTC', amount: 0n },
      { asset: 'DOGE', amount: 100n * coin },
    ]);
    const id = await recordCandidate(ctx, buildCandidate('9'));
    expect(await advanceRound({ ...ctx, chains: [chain] }, id)).toBe('credited');
    expect((await balances())['DOGE ext:chain:fake']).toBe(-100n * coin);
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
  });

  it('is credited once, however often and however concurrently it is tried [L5] [I6]', async () => {
    const chain = fakeChain([{ asset: 'BTC', amount: coin }]);
    const id = await recordCandidate(ctx, buildCandidate('c'));
    await Promise.all([1, 2, 3].map(() => advanceRound({ ...ctx, chains: [chain] }, id)));
    const after = await balances();
    expect(await creditRound(ctx, id)).toBe('already-credited');
    expect(await balances()).toEqual(after);
    expect(after['BTC ext:chain:fake']).toBe(-coin);
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
  });

  it('answers the same round for the same block, and submits it again after a crash [I6]', async () => {
    const first = await recordCandidate(ctx, buildCandidate('d'));
    const again = await Promise.all([1, 2].map(() => recordCandidate(ctx, buildCandidate('d'))));
    expect(again).toEqual([first, first]);
    expect((await openRounds(ctx)).map(({ id }) => id)).toEqual([first]);
    const chain = fakeChain([]);
    chain.answer = { kind: 'duplicate', rewards: [{ asset: 'BTC', amount: 1n }] };
    expect(await advanceRound({ ...ctx, chains: [chain] }, first)).toBe('credited');
    expect(await openRounds(ctx)).toEqual([]);
  });

  it('keeps an immature reward apart, and takes it back by a new entry when its block is lost [I7]', async () => {
    const chain = fakeChain([{ asset: 'BTC', amount: coin }]);
    chain.state = 'immature';
    const id = await recordCandidate(ctx, buildCandidate('e'));
    expect(await advanceRound({ ...ctx, chains: [chain] }, id)).toBe('accepted');
    expect(await balances()).toEqual({ 'BTC ext:chain:fake': -coin, 'BTC round:1': coin });
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
    chain.state = 'orphaned';
    expect(await advanceRound({ ...ctx, chains: [chain] }, id)).toBe('orphaned');
    chain.state = 'mature';
    expect(await advanceRound({ ...ctx, chains: [chain] }, id)).toBe('orphaned');
    expect(await balances()).toEqual({});
    const kinds = await ctx.db.query<{ kind: string }>(sql`SELECT kind FROM ledger_entries ORDER BY id`);
    expect(kinds.map(({ kind }) => kind)).toEqual(['immature', 'orphan']);
    // The round itself stays in the ledger, and so does its reward line.
    expect(await ctx.db.query(sql`SELECT state FROM rounds JOIN reward_lines ON round_id = id`)).toEqual([
      { state: 'orphaned' },
    ]);

    chain.answer = { kind: 'invalid', why: 'bad merkle root', nodes: ['fake'] };
    const refused = await recordCandidate(ctx, buildCandidate('f'));
    expect(await advanceRound({ ...ctx, chains: [chain] }, refused)).toBe('refused');
    expect(await balances()).toEqual({});
  });

  it('keeps a round that one node has lost sight of, before and after its block was taken [I7]', async () => {
    const said = { one: 'orphaned', two: 'unknown' } as Record<'one' | 'two', BlockState>;
    const names = ['one', 'two'] as const;
    const heights = new Set<number | undefined>();
    const answersOf = async (_hash: string, height?: number) => {
      heights.add(height);
      return names.map((node) => ({ node, height: 100, state: said[node], isSynced: true, buriedUnder: 6 }));
    };
    const chain = {
      ...fakeChain([{ asset: 'BTC', amount: coin }]),
      kind: 'real',
      nodes: { names, answersOf },
    } as const;
    const id = await recordCandidate(ctx, buildCandidate('a'));
    const advance = (answer: SubmitOutcome = chain.answer) =>
      advanceRound({ ...ctx, chains: [Object.assign({}, chain, { answer })] }, id);
    expect(await advance({ kind: 'stale' })).toBe('candidate');
    expect(await advance()).toBe('accepted');
    expect(await advance()).toBe('accepted');
    said.one = 'mature';
    said.two = 'mature';
    expect(await advance()).toBe('accepted');
    ctx.advance(30_000);
    expect(await advance()).toBe('credited');
    said.one = 'orphaned';
    const lost: bigint[] = [];
    const handle = () => handleReorgs({ ...ctx, chains: [chain] }, (roundId) => lost.push(roundId));
    await handle();
    expect(lost).toEqual([]);
    said.two = 'orphaned';
    await handle();
    ctx.advance(30_000);
    await handle();
    expect(lost).toEqual([id]);
    // Nodes that have forgotten the block are told where it belongs.
    expect(heights).toEqual(new Set([5]));
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
  });

  it('goes on while the node of another chain does not answer, before its block is taken and after it was credited', async () => {
    const silent = { ...fakeChain([{ asset: 'LTC', amount: coin }]), name: 'silent' };
    const chain = fakeChain([{ asset: 'BTC', amount: coin }]);
    const noAnswer = async (): Promise<never> => {
      throw new Error('no answer');
    };
    const earlier = await recordCandidate(ctx, buildCandidate('a', { chain: 'silent' }));
    const later = await recordCandidate(ctx, buildCandidate('b'));
    const deaf = { ...silent, submitBlock: noAnswer };
    await expect(advanceRounds({ ...ctx, chains: [deaf, chain] })).rejects.toThrow('no answer');
    expect((await openRounds(ctx)).map(({ id }) => id)).toEqual([earlier]);

    await advanceRounds({ ...ctx, chains: [silent, chain] });
    expect(await openRounds(ctx)).toEqual([]);
    const mute = { ...silent, stateOf: noAnswer };
    chain.state = 'orphaned';
    const lost: bigint[] = [];
    const handling = handleReorgs({ ...ctx, chains: [mute, chain] }, (roundId) => lost.push(roundId));
    await expect(handling).rejects.toThrow('no answer');
    expect(lost).toEqual([later]);
  });

  it('reaches back over slices as far as the window, the oldest in part, and leaves simulated work out', async () => {
    ctx.advance(61_000);
    const later = { firstAt: testStart + 61_000, lastAt: testStart + 61_000 };
    await recordWork(
      ctx,
      buildBatch('22222222-2222-4222-8222-222222222222', buildLine({ miner: btcMiner, work: 60n, ...later })),
    );
    await recordWork(
      ctx,
      buildBatch('33333333-3333-4333-8333-333333333333', buildLine({ work: 9000n, ...later })),
      {
        simulated: true,
      },
    );
    // Twice 50: the 60 of the newest slice, then 40 of the older slice's 100, three quarters of it the first miner's.
    const chain = fakeChain([{ asset: 'BTC', amount: coin }]);
    const id = await recordCandidate(ctx, buildCandidate('2'));
    await advanceRound({ ...ctx, chains: [chain] }, id);
    const shares = await ctx.db.query<{ miner_id: bigint; share: bigint; work: bigint }>(
      sql`SELECT miner_id, share, work FROM credits ORDER BY miner_id`,
    );
    expect(shares).toEqual([
      { miner_id: 1n, share: (coin * 30n) / 100n, work: 30n },
      { miner_id: 2n, share: (coin * 70n) / 100n, work: 70n },
    ]);
  });

  it('gives the reward to the finder where all work of the window was lost: the block proves what it took', async () => {
    const id = await recordCandidate(ctx, buildCandidate('8', { algorithm: 'scrypt' }));
    const chain = fakeChain([{ asset: 'DOGE', amount: 100n * coin }]);
    expect(await advanceRound({ ...ctx, chains: [chain] }, id)).toBe('credited');
    expect(await ctx.db.query(sql`SELECT miner_id, share, work, round_work FROM credits`)).toEqual([
      { miner_id: 1n, share: 100n * coin, work: 50n, round_work: 50n },
    ]);
    expect((await balances())['DOGE miner:1:mining']).toBe(99n * coin);
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
  });

  it('shares a block of a simulated chain by simulated work alone', async () => {
    await recordWork(
      ctx,
      buildBatch('22222222-2222-4222-8222-222222222222', buildLine({ miner: btcMiner, work: 60n })),
      { simulated: true },
    );
    const chain = { ...fakeChain([{ asset: 'BTC', amount: coin }]), name: 'simulated-sha256' };
    const id = await recordCandidate(ctx, buildCandidate('3', { chain: chain.name }));
    expect(await advanceRound({ ...ctx, chains: [chain] }, id)).toBe('credited');
    expect(await ctx.db.query(sql`SELECT miner_id, share, work, round_work FROM credits`)).toEqual([
      { miner_id: 2n, share: coin, work: 60n, round_work: 60n },
    ]);
  });
});
