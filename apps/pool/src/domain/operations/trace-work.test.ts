import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { advanceRound } from '../rounds/advance-round.ts';
import { recordCandidate } from '../rounds/record-candidate.ts';
import { recordWork } from '../shares/record-work.ts';
import { btcMiner, buildBatch, buildLine, dogeMiner } from '../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { buildCandidate, fakeChain } from '../testing/fake-chain.ts';
import { traceWork } from './trace-work.ts';

const doge = `DOGE:${dogeMiner.address}`;
const first = '11111111-1111-4111-8111-111111111111';
const second = '22222222-2222-4222-8222-222222222222';
const coin = 10n ** 18n;

describe.each(oneEngine())('the way of a share, on %s', (engine) => {
  let ctx: TestContext;
  beforeEach(async () => {
    ctx = await createTestContext(engine);
    ctx.advance(1000);
    await recordWork(
      ctx,
      buildBatch(first, buildLine({ work: 75n }), buildLine({ miner: btcMiner, work: 25n })),
    );
  });
  afterEach(() => ctx.close());

  const trace = (more: object = {}) =>
    traceWork(ctx, { miner: doge, at: testStart, within: 3, ...more }).then((found) => {
      if (found.kind !== 'traced') throw new Error(found.kind);
      return found;
    });

  it('goes by its batch and slice to the rounds that share it, and their entries', async () => {
    const id = await recordCandidate(ctx, buildCandidate('a'));
    const waiting = await trace();
    expect(waiting.batches).toEqual([
      { id: first, algorithm: 'sha256', shares: 2, recordedAt: testStart + 1000 },
    ]);
    expect(waiting.slices).toMatchObject([
      {
        id: '1',
        algorithm: 'sha256',
        openedAt: testStart + 1000,
        upstream: null,
        worker: 'rig1',
        shares: 1,
        work: '75',
      },
    ]);
    expect(waiting.slices[0]?.rounds).toMatchObject([
      { id: id.toString(), state: 'candidate', entries: [], credited: '' },
    ]);
    const chain = fakeChain([{ asset: 'BTC', amount: coin / 10n }]);
    expect(await advanceRound({ ...ctx, chains: [chain] }, id)).toBe('credited');
    const [slice] = (await trace()).slices;
    const hash = 'a'.repeat(64);
    expect(
      slice?.rounds.map(({ state, credited, entries }) => [state, credited, entries.map(({ key }) => key)]),
    ).toEqual([['credited', '29700 DOGE', [`immature:fake:${hash}:1`, `reward:fake:${hash}:1`]]]);
  });

  it('ends where a window is full before it reaches back to the slice', async () => {
    // The window of a block takes twice its work: what came since the first slice fills that of the later one, and no more of the earlier.
    await recordCandidate(ctx, buildCandidate('a', { networkWork: 30n }));
    ctx.advance(1000);
    await recordWork(ctx, buildBatch(second, buildLine({ work: 60n })));
    await recordCandidate(ctx, buildCandidate('b', { networkWork: 30n }));
    await recordCandidate(ctx, buildCandidate('c', { networkWork: 31n }));
    const { slices, batches } = await trace({ within: 1 });
    expect(batches.map(({ id }) => id)).toEqual([first]);
    expect(slices.map(({ id, rounds }) => [id, rounds.map(({ hash }) => hash[0])])).toEqual([
      ['1', ['a', 'c']],
    ]);
    const later = await trace({ at: testStart + 2000, within: 1 });
    expect(later.slices.map(({ id, rounds }) => [id, rounds.map(({ hash }) => hash[0])])).toEqual([
      ['2', ['b', 'c']],
    ]);
  });

  it('is that of one worker where one is named, and of nothing where no work was', async () => {
    await recordWork(ctx, buildBatch(second, buildLine({ worker: 'rig2', work: 5n })));
    expect((await trace()).slices.map(({ worker, work }) => [worker, work])).toEqual([
      ['rig1', '75'],
      ['rig2', '5'],
    ]);
    expect((await trace({ worker: 'rig2' })).slices.map(({ worker }) => worker)).toEqual(['rig2']);
    expect((await trace({ worker: 'rig3' })).slices).toEqual([]);
    expect(await trace({ at: testStart - 60_000 })).toMatchObject({ batches: [], slices: [] });
  });

  it('asks for the rounds of a slice once, however many workers have a part in it', async () => {
    await recordWork(ctx, buildBatch(second, buildLine({ worker: 'rig2', work: 5n })));
    await recordCandidate(ctx, buildCandidate('a'));
    let asked = 0;
    const query: typeof ctx.db.query = (statement) => {
      if (statement.sql.includes('FROM rounds')) asked += 1;
      return ctx.db.query(statement);
    };
    const found = await traceWork(
      { ...ctx, db: { ...ctx.db, query } },
      { miner: doge, at: testStart, within: 3 },
    );
    expect(found).toMatchObject({
      slices: [
        { worker: 'rig1', rounds: [{ state: 'candidate' }] },
        { worker: 'rig2', rounds: [{ state: 'candidate' }] },
      ],
    });
    expect(asked).toBe(1);
  });

  it('goes to what another pool has paid for work that it gave', async () => {
    const relayed = { upstream: 'other-pool', networkWork: 1000n };
    await recordWork(ctx, { ...buildBatch(second, buildLine({ work: 5n })), relayed });
    const own = (await trace()).slices.find(({ upstream }) => upstream === 'other-pool');
    expect([own?.work, own?.rounds]).toEqual(['5', []]);
    await recordCandidate(ctx, buildCandidate('a'));
    expect((await trace()).slices.map(({ upstream, rounds }) => [upstream, rounds.length])).toEqual([
      [null, 1],
      ['other-pool', 0],
    ]);
    await ctx.db.query(sql`
      INSERT INTO rounds (algorithm, chain, block_hash, block_height, submission, network_work, last_slice_id, finder_worker, found_at, state, state_at, upstream)
      SELECT algorithm, 'income', repeat('e', 64), 0, '', 1000, ${BigInt(own?.id ?? 0)}, '', found_at, 'credited', state_at, 'other-pool' FROM rounds`);
    await ctx.db.query(sql`
      INSERT INTO incomes (round_id, upstream, algorithm, asset, network, amount, reference, after_slice, last_slice, worked_from, worked_until, work, blocks,
                           upstream_fee_ppm, reason, operator, booked_at)
      SELECT id, 'other-pool', algorithm, 'BTC', 'BTC', 1, repeat('e', 64) || ':0', ${BigInt(own?.id ?? 0) - 1n}, ${BigInt(own?.id ?? 0)}, found_at, found_at, 5, 1, 0,
             'it came', 'ann', found_at FROM rounds WHERE upstream IS NOT NULL`);
    expect(
      (await trace()).slices.map(({ upstream, rounds }) => [upstream, rounds.map(({ chain }) => chain)]),
    ).toEqual([
      [null, ['fake']],
      ['other-pool', ['income']],
    ]);
  });

  it('says why it follows nothing', async () => {
    const kind = async (asked: object) =>
      (await traceWork(ctx, { miner: doge, at: testStart, within: 3, ...asked })).kind;
    expect([
      await kind({ at: undefined }),
      await kind({ miner: 'DOGE' }),
      await kind({ miner: 'DOGE:D1' }),
      await kind({ miner: 'LTC:ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9' }),
    ]).toEqual(['no-time', 'malformed-miner', 'bad-address', 'never-mined']);
  });
});
