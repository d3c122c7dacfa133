import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import type { UpstreamTerms } from '../kernel/upstream-terms.ts';
import { findMiner } from '../miners/find-miner.ts';
import { minerUuid } from '../miners/miner-uuid.ts';
import { recordWork } from '../shares/record-work.ts';
import { btcMiner, buildBatch, buildLine, ltcMiner } from '../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { readExpectedIncome } from './read-expected-income.ts';
import { addReportedParts } from './read-reported-part.ts';
import { readUnpaidBlocks } from './read-reported-payments.ts';

const coin = 10n ** 18n;
const hour = 3_600_000;
const upstream: UpstreamTerms = {
  name: 'other-pool',
  algorithm: 'sha256',
  coin: 'BTC',
  network: 'BTC',
  feePpm: 20_000,
  scheme: 'pplns',
  incomeMax: 5n * coin,
};

describe.each(testEngines())('what another pool is expected to pay a miner on %s', (engine) => {
  let ctx: TestContext;
  let batches = 0;
  beforeEach(async () => {
    ctx = await createTestContext(engine);
  });
  afterEach(() => ctx.close());

  async function work(of: typeof btcMiner, amount: bigint, networkWork?: bigint): Promise<void> {
    batches += 1;
    const id = `11111111-1111-4111-8111-${batches.toString(16).padStart(12, '0')}`;
    await recordWork(ctx, {
      ...buildBatch(id, buildLine({ miner: of, work: amount })),
      ...(networkWork !== undefined && { relayed: { upstream: 'other-pool', networkWork } }),
    });
  }

  async function expected(of: typeof btcMiner, reward?: bigint) {
    const miner = await findMiner(ctx, minerUuid(ctx.secret, of));
    if (miner === undefined) throw new Error('there is no miner');
    return readExpectedIncome(ctx, miner.id, [upstream], () => reward);
  }

  it('is what its work finds, by what a block took when it was done and brings now, less what that pool keeps', async () => {
    await work(btcMiner, 100n);
    expect(await expected(btcMiner, 3n * coin)).toEqual([]);
    await work(btcMiner, 30n, 1000n);
    await work(ltcMiner, 999n, 1000n);
    ctx.advance(hour);
    // The network is harder by now: the same work is worth less.
    await work(btcMiner, 30n, 3000n);
    expect(await expected(btcMiner, 3n * coin)).toEqual([
      { upstream, blocks: coin / 25n, amount: (1176n * coin) / 10_000n, since: testStart },
    ]);
    expect(await expected(btcMiner)).toMatchObject([{ blocks: coin / 25n, amount: undefined }]);
  });

  it('is nothing once a payment covers the work, and what came after it', async () => {
    await work(btcMiner, 30n, 1000n);
    ctx.advance(hour);
    await work(btcMiner, 20n, 1000n);
    const [slice] = await ctx.db.query<{ id: bigint }>(
      sql`SELECT min(id) AS id FROM slices WHERE upstream IS NOT NULL`,
    );
    const at = new Date(testStart);
    const [round] = await ctx.db.query<{ id: bigint }>(sql`
      INSERT INTO rounds (algorithm, chain, block_hash, block_height, submission, network_work, last_slice_id, finder_worker,
                          found_at, state, state_at, upstream, notified_up_to)
      VALUES ('sha256', 'upstream-other-pool', ${'ab'.repeat(32)}, 0, ${new Uint8Array()}, 1, ${slice?.id}, '', ${at}, 'credited', ${at},
              'other-pool', 0)
      RETURNING id`);
    await ctx.db.query(sql`
      INSERT INTO incomes (round_id, upstream, algorithm, asset, network, amount, reference, after_slice, last_slice, worked_from,
                           worked_until, work, blocks, upstream_fee_ppm, reason, operator, booked_at)
      VALUES (${round?.id}, 'other-pool', 'sha256', 'BTC', 'BTC', 1, ${`${'ab'.repeat(32)}:0`}, 0, ${slice?.id}, ${at}, ${at}, 1, 0, 0,
              'it came', 'suite', ${at})`);
    expect(await expected(btcMiner, coin)).toEqual([
      { upstream, blocks: coin / 50n, amount: (196n * coin) / 10_000n, since: testStart + hour },
    ]);
  });

  it('has a part in what that pool says that it has paid, by the unpaid work of before it; nothing of it is read from a balance', async () => {
    await work(btcMiner, 30n, 1000n);
    await work(ltcMiner, 10n, 1000n);
    ctx.advance(hour);
    const at = ctx.clock.now();
    // What was done later is not what it is for.
    ctx.advance(hour);
    await work(ltcMiner, 1000n, 1000n);
    const part = async (of: typeof btcMiner) => {
      const miner = await findMiner(ctx, minerUuid(ctx.secret, of));
      if (miner === undefined) throw new Error('there is no miner');
      const found = await readExpectedIncome(ctx, miner.id, [upstream], () => coin);
      const all = (each: UpstreamTerms, before: number) => readUnpaidBlocks(ctx, each, before);
      const [first] = await addReportedParts(ctx, miner.id, found, all);
      return first?.reported;
    };
    const says = async (state: string, txid: string): Promise<void> => {
      await ctx.db.query(sql`
        INSERT INTO upstream_lines (upstream, algorithm, asset, txid, amount, state, said_at, seen_at, state_at)
        VALUES ('other-pool', 'sha256', 'BTC', ${txid.repeat(32)}, ${coin}, ${state}, ${new Date(at)}, ${new Date(at)}, ${new Date(at)})`);
    };
    expect(await part(btcMiner)).toBeUndefined();
    await ctx.db.query(sql`
      INSERT INTO upstream_statements (upstream, algorithm, asset, account, asked_since, arrives_within_ms)
      VALUES ('other-pool', 'sha256', 'BTC', 'ours', ${new Date(at)}, ${6 * hour})`);
    for (const [state, txid] of [
      ['open', 'aa'],
      ['arrived', 'bb'],
      ['taken-back', 'cc'],
      ['earlier', 'dd'],
    ] as const)
      await says(state, txid);
    expect(await part(btcMiner)).toEqual({ paid: coin, at, isMissing: false, part: (coin * 3n) / 4n });
    expect(await part(ltcMiner)).toMatchObject({ part: coin / 4n });
    ctx.advance(6 * hour);
    await work(btcMiner, 1n, 1000n);
    expect(await part(btcMiner)).toMatchObject({ isMissing: true, part: (coin * 3n) / 4n });
    await ctx.db.query(sql`UPDATE upstream_lines SET is_held = true`);
    expect(await part(btcMiner)).toMatchObject({ isMissing: false });
  });
});
