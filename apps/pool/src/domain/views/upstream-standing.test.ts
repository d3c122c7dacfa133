import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { noFates } from './count-relayed-blocks.ts';
import { readPaidSpans } from './read-paid-spans.ts';
import { readUnpaidWork } from './read-unpaid-work.ts';
import { expectedPerBlock, standingOf } from './upstream-standing.ts';

const coin = 10n ** 18n;
const hour = 3_600_000;
const pools = [
  { name: 'one', algorithm: 'sha256' },
  { name: 'two', algorithm: 'sha256' },
];

describe.each(testEngines())('how other pools stand on %s', (engine) => {
  let ctx: TestContext;
  beforeEach(async () => {
    ctx = await createTestContext(engine);
  });
  afterEach(() => ctx.close());

  /** A payment, after some hours, of coins for blocks, that covers slices up to one. */
  async function pay(
    hours: number,
    amount: bigint,
    blocks: bigint,
    lastSlice: number,
    worked = hours,
  ): Promise<void> {
    const [at, until] = [hours, worked].map((each) => new Date(testStart + each * hour));
    const id = hours.toString(16).padStart(64, '0');
    await ctx.db.query(sql`
      INSERT INTO slices (id, algorithm, opened_at, closed_at, upstream, network_work) OVERRIDING SYSTEM VALUE
      VALUES (${lastSlice}, 'sha256', ${at}, ${at}, 'one', 1) ON CONFLICT (id) DO NOTHING`);
    const [round] = await ctx.db.query<{ id: bigint }>(sql`
      INSERT INTO rounds (algorithm, chain, block_hash, block_height, submission, network_work, last_slice_id, finder_worker,
                          found_at, state, state_at, upstream, notified_up_to)
      VALUES ('sha256', 'upstream-one', ${id}, 0, ${new Uint8Array()}, 1, ${lastSlice}, '', ${at}, 'credited', ${at}, 'one', 0)
      RETURNING id`);
    await ctx.db.query(sql`
      INSERT INTO incomes (round_id, upstream, algorithm, asset, network, amount, reference, after_slice, last_slice, worked_from,
                           worked_until, work, blocks, upstream_fee_ppm, reason, operator, booked_at)
      VALUES (${round?.id}, 'one', 'sha256', 'BTC', 'BTC', ${amount}, ${`${id}:0`}, ${lastSlice - 1}, ${lastSlice}, ${until}, ${until}, 1,
              ${blocks}, 0, 'it came', 'suite', ${at})`);
  }

  it('is what they paid, how often, and for how much work', async () => {
    expect(await readUnpaidWork(ctx, pools)).toMatchObject([
      { upstream: 'one', lastIncomeAt: undefined, usualIntervalMs: undefined, newest: undefined },
      { upstream: 'two', lastIncomeAt: undefined },
    ]);
    // The first of seven is forgotten; the further payment for the work of the last one counts with it.
    await pay(1, 99n * coin, coin, 1);
    for (const slice of [2, 3, 4, 5, 6]) await pay(slice * 10, 6n * coin, 2n * coin, slice);
    // Booked a week later, for work of the usual time.
    await pay(270, 2n * coin, coin, 7, 70);
    await pay(271, coin / 2n, coin, 7, 70);
    const [one, two] = await readUnpaidWork(ctx, pools);
    expect(one).toEqual({
      upstream: 'one',
      algorithm: 'sha256',
      lastIncomeAt: testStart + 271 * hour,
      unpaidSince: undefined,
      usualIntervalMs: 10 * hour,
      newest: { amount: (5n * coin) / 2n, blocks: coin },
      earlier: { amount: 30n * coin, blocks: 10n * coin },
    });
    expect(two).toMatchObject({ upstream: 'two', newest: undefined, earlier: undefined });
    const spans = await readPaidSpans(ctx, pools);
    expect([...spans.keys()]).toEqual(['one']);
    const [first, second, ...later] = spans.get('one') ?? [];
    expect(first).toEqual({
      amount: 99n * coin,
      blocks: coin,
      from: testStart + hour,
      until: testStart + hour,
      workedMs: undefined,
      isFirst: true,
    });
    expect(second).toMatchObject({ amount: 6n * coin, blocks: 2n * coin, isFirst: false });
    expect(later).toHaveLength(5);
    expect(later.at(-1)).toMatchObject({ amount: (5n * coin) / 2n, blocks: coin, isFirst: false });
  });

  it('forgets payments for work of two months before the newest', async () => {
    await pay(1, 99n * coin, coin, 1);
    await pay(2, coin, coin, 2);
    await pay(2 + 60 * 24, coin, coin, 3);
    expect((await readPaidSpans(ctx, pools)).get('one')).toMatchObject([
      { isFirst: false },
      { isFirst: false },
    ]);
  });

  it('says in words of JSON what they take, and pay for the work of a block', async () => {
    await pay(10, 6n * coin, 2n * coin, 1);
    const [one] = await readUnpaidWork(ctx, pools);
    const sum = (shares: number, work: bigint) => ({ shares, work });
    const counts = {
      judged: sum(90, 1000n),
      forwarded: sum(9, 900n),
      accepted: sum(8, 888n),
      unsent: sum(1, 100n),
    };
    if (one === undefined) throw new Error('it is not there');
    expect(
      standingOf(
        one,
        { hasWork: true, connections: 2, counts, blocks: { found: 3, expected: 4.125 } },
        expectedPerBlock(5n * coin, 12_500),
        {
          network: { byJobs: 3n, byNodes: 4n },
          fates: { ...noFates, missing: 2 },
          notJudged: undefined,
          income: { ratio: 0.987_65, least: 0.95, days: 7.6 },
          incomeNotJudged: undefined,
          scheme: 'fpps',
        },
        testStart,
      ),
    ).toEqual({
      upstream: 'one',
      algorithm: 'sha256',
      hasWork: true,
      connections: 2,
      forwarded: 9,
      acceptedPercent: '98.66',
      forwardedPercent: '90.00',
      blocksFound: 3,
      blocksExpected: '4.13',
      fates: { waiting: 0, 'in-chain': 0, lost: 0, missing: 2, unjudged: 0 },
      notJudged: null,
      incomePercent: '98.77',
      incomeLeast: '95.00',
      incomeDays: 8,
      incomeNotJudged: null,
      byLuck: false,
      networkPercent: '75.00',
      unsent: 1,
      lastIncomeAt: testStart + 10 * hour,
      unpaidSince: null,
      usualIntervalMs: null,
      dueSince: null,
      newestPerBlock: '3',
      earlierPerBlock: null,
      paidPerBlock: '3',
      expectedPerBlock: '4.9375',
    });
    const nothing = {
      network: undefined,
      fates: noFates,
      notJudged: 'no node',
      income: undefined,
      incomeNotJudged: 'no figure',
      scheme: undefined,
    };
    expect(standingOf(one, undefined, undefined, nothing, testStart)).toMatchObject({
      notJudged: 'no node',
      incomeNotJudged: 'no figure',
      incomePercent: null,
      byLuck: null,
      hasWork: null,
      acceptedPercent: null,
      forwardedPercent: null,
      expectedPerBlock: null,
    });
  });
});

describe('other pools', () => {
  it.each<
    [string, number | undefined, unpaidSince: number | undefined, now: number, dueSince: number | null]
  >([
    ['a usual interval after the last one', 10 * hour, hour, 20 * hour, 20 * hour],
    ['not before that', 10 * hour, hour, 20 * hour - 1, null],
    ['as long as it does not come', 10 * hour, hour, 99 * hour, 20 * hour],
    ['not while no work waits', 10 * hour, undefined, 99 * hour, null],
    ['not before the usual interval is known', undefined, hour, 99 * hour, null],
  ])('have a payment due %s', (_, usualIntervalMs, unpaidSince, now, dueSince) => {
    const unpaid = {
      upstream: 'one',
      algorithm: 'sha256',
      lastIncomeAt: 10 * hour,
      unpaidSince,
      usualIntervalMs,
      newest: undefined,
      earlier: undefined,
    };
    const more = {
      network: undefined,
      fates: noFates,
      notJudged: undefined,
      income: undefined,
      incomeNotJudged: undefined,
      scheme: undefined,
    };
    expect(standingOf(unpaid, undefined, undefined, more, now).dueSince).toBe(dueSince);
  });
});
