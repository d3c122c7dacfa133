import { algorithms } from '@openlode/catalogue/algorithms';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { isLedgerSound, checkLedger } from '../../domain/ledger/check-ledger.ts';
import { claimDatabase } from '../../domain/operations/claim-database.ts';
import { buildBatch } from '../../domain/testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../../domain/testing/create-test-context.ts';
import { recordWork } from '../../domain/shares/record-work.ts';
import { type Fleet, gatherFleet } from './fleet.ts';
import { seedHistory } from './seed-history.ts';
import { historyPorts } from './testing/history-ports.ts';
import { simulatedKind } from '../../domain/kernel/pool-kind.ts';

const fleet = gatherFleet('openlode');
const ports = historyPorts(fleet);
const minuteMs = 60_000;

/** A pool that was made half a minute after the suite's beginning; the fleet's time begins with its minute. */
async function emptyPool(engine: Engine): Promise<TestContext> {
  const ctx = await createTestContext(engine);
  ctx.advance(30_000);
  await claimDatabase(ctx, simulatedKind);
  return ctx;
}

/** Everything that the seed decides, without the numbers that the database hands out. */
async function wholeHistory(ctx: TestContext) {
  const read = (statement: ReturnType<typeof sql>) => ctx.db.query<Record<string, unknown>>(statement);
  return {
    miners: await read(sql`
      SELECT uuid, coin, network, address, memo, created_at, last_work_at, last_seq FROM miners ORDER BY uuid`),
    workers: await read(sql`
      SELECT uuid, algorithm, name, code, online, online_since, last_share_at
        FROM workers JOIN miners ON miners.id = miner_id ORDER BY uuid, algorithm, name`),
    minutes: await read(sql`
      SELECT uuid, algorithm, name, minute, work, shares FROM worker_minutes JOIN workers ON workers.id = worker_id
        JOIN miners ON miners.id = miner_id ORDER BY uuid, algorithm, name, minute`),
    credits: await read(sql`
      SELECT uuid, block_hash, line, work, round_work, share, rate, rate_at, gross, fee, credited, credited_at
        FROM credits JOIN miners ON miners.id = miner_id JOIN rounds ON rounds.id = round_id
       ORDER BY uuid, block_hash, line`),
    events: await read(sql`
      SELECT uuid, seq, at, type, body - 'roundId' AS body
        FROM events JOIN miners ON miners.id = miner_id ORDER BY uuid, seq`),
    fees: await read(sql`SELECT asset, amount FROM balances WHERE account = 'pool:fees' ORDER BY asset`),
  };
}

/** The same pool, whose process dies in the transaction of this number. */
function dyingIn(ctx: TestContext, number: number): TestContext {
  let begun = 0;
  return {
    ...ctx,
    db: {
      ...ctx.db,
      transaction: (work) =>
        ctx.db.transaction(async (tx) => {
          begun += 1;
          const result = await work(tx);
          if (begun === number) throw new Error('killed');
          return result;
        }),
    },
  };
}

const isLong = process.env['TEST_LONG'] === '1';
const engines = oneEngine();
const [engineOfOne, engineOfOther] = [engines[0] ?? 'pglite', engines.at(-1) ?? 'pglite'];
/** The long suites kill a pool of every algorithm and compare it with another, on two engines where there are two. */
const pools = isLong
  ? [
      { engine: engineOfOne, kills: [2, 40, 111, 112, 113, 300] },
      { engine: engineOfOther, kills: [] },
    ]
  : [{ engine: engineOfOne, kills: [] }];
/** Three algorithms are a whole history too: of real shares, of a simulated chain, and with a reward that waits. */
const fewAlgorithms = new Set(['sha256', 'kawpow', 'beamhash']);
const few = gatherFleet(
  'openlode',
  algorithms.map(({ code }) => code).filter((code) => !fewAlgorithms.has(code)),
);
const histories: Awaited<ReturnType<typeof wholeHistory>>[] = [];

/** Seeds an empty pool whose process dies in these transactions, one after the other, and goes on an hour and a half later. */
async function seedKilled(ctx: TestContext, ofFleet: Fleet, kills: readonly number[]): Promise<void> {
  const ofPorts = historyPorts(ofFleet);
  for (const transaction of kills)
    await expect(seedHistory(dyingIn(ctx, transaction), ofFleet, ofPorts)).rejects.toThrow('killed');
  if (kills.length > 0) ctx.advance(90 * minuteMs);
  expect(await seedHistory(ctx, ofFleet, ofPorts)).toBe('seeded');
}

describe.each(pools)('a seeded history on $engine, killed in $kills', ({ engine, kills }) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await emptyPool(engine);
    await seedKilled(ctx, fleet, kills);
  }, 300_000);
  afterAll(() => ctx.close());

  const one = async <Row>(statement: ReturnType<typeof sql>): Promise<Row> => {
    const [row] = await ctx.db.query<Row>(statement);
    if (row === undefined) throw new Error('no row');
    return row;
  };

  it('leaves a sound ledger, every round credited, and publishes nothing', async () => {
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
    expect(await ctx.db.query(sql`SELECT state, count(*) AS n FROM rounds GROUP BY state`)).toEqual([
      { state: 'credited', n: 132n },
    ]);
    expect(ctx.published).toEqual([]);
  });

  it('gives every miner workers, events and a reward with its receipt', async () => {
    const bare = await ctx.db.query(sql`
      SELECT coin, address FROM miners
       WHERE NOT EXISTS (SELECT 1 FROM workers WHERE miner_id = miners.id)
          OR NOT EXISTS (SELECT 1 FROM events WHERE miner_id = miners.id AND type = 'worker')
          OR NOT EXISTS (SELECT 1 FROM events JOIN credits USING (miner_id)
                          WHERE miner_id = miners.id AND type = 'reward' AND credited > 0)`);
    expect(bare).toEqual([]);
    expect(await one(sql`SELECT count(*) AS n FROM miners`)).toEqual({ n: 44n });
  });

  it('has owners with codes that earn, auto-pay, and a reward that waits for the operator', async () => {
    const codes = await ctx.db.query<{ code: string; earned: bigint }>(sql`
      SELECT code, coalesce((SELECT sum(amount) FROM referral_credits WHERE owner_id = referral_codes.miner_id), 0) AS earned
        FROM referral_codes WHERE kind = 'custom' ORDER BY code`);
    expect(codes.map(({ code, earned }) => [code, earned > 0n])).toEqual([
      ['lodestar', true],
      ['night-shift', true],
    ]);
    const reports = await ctx.db.query<{ days: bigint; miners: bigint }>(sql`
      SELECT count(DISTINCT day) AS days, count(DISTINCT miner_id) AS miners FROM referred_days GROUP BY owner_id`);
    expect(reports).toHaveLength(2);
    // Every day of the month before, so that the chart of a new pool has a line.
    for (const { days, miners } of reports) expect([days >= 30n, miners >= 3n]).toEqual([true, true]);
    const unknown = sql`SELECT code FROM workers WHERE code IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM referral_codes WHERE referral_codes.code = workers.code)`;
    expect(await ctx.db.query(unknown)).toEqual([]);
    expect(await one(sql`SELECT count(*) AS n FROM miners WHERE auto_pay`)).toEqual({ n: 6n });
    expect(
      await ctx.db.query(sql`
        SELECT DISTINCT algorithm, waiting FROM credits JOIN rounds ON rounds.id = round_id WHERE waiting IS NOT NULL`),
    ).toEqual([{ algorithm: 'beamhash', waiting: 'over-cap' }]);
  });

  it('marks all its workers and miners as simulated, also where the algorithm is mined for real now', async () => {
    expect(await ctx.db.query(sql`SELECT simulated, count(*) AS n FROM miners GROUP BY simulated`)).toEqual([
      { simulated: true, n: 44n },
    ]);
    expect(
      await ctx.db.query(sql`SELECT DISTINCT simulated FROM workers WHERE algorithm IN ('sha256', 'kawpow')`),
    ).toEqual([{ simulated: true }]);
    expect(
      await ctx.db.query(sql`
        SELECT DISTINCT body->'online' AS online, body->'simulated' AS simulated FROM events
         WHERE type = 'worker' AND body->>'algorithm' = 'sha256' ORDER BY 1`),
    ).toEqual([
      { online: false, simulated: true },
      { online: true, simulated: true },
    ]);
  });

  it('has owners who changed to another network of their coin', async () => {
    expect(
      await ctx.db.query(sql`
        SELECT coin, network, string_agg(body->>'code' || ' ' || (body->>'network'), ', ' ORDER BY seq) AS did
          FROM events JOIN miners ON miners.id = miner_id
         WHERE type = 'account' AND body->>'code' LIKE 'network%' GROUP BY coin, network ORDER BY coin`),
    ).toEqual([
      {
        coin: 'ETH',
        network: 'ARBITRUM',
        did: 'network-switch-announced ARBITRUM, network-switched ARBITRUM',
      },
      {
        coin: 'USDT',
        network: 'POLYGON',
        did: 'network-switch-announced POLYGON, network-switched POLYGON',
      },
    ]);
  });

  it('has several rewards on every algorithm, and workers that left, came back and stayed to the end', async () => {
    const rounds = await ctx.db.query<{ n: bigint }>(
      sql`SELECT algorithm, count(*) AS n FROM rounds GROUP BY algorithm`,
    );
    expect(rounds).toHaveLength(17);
    expect(rounds.every(({ n }) => n >= 5n)).toBe(true);
    const came = await ctx.db.query<{ times: bigint }>(sql`
      SELECT count(*) AS times FROM events
       WHERE type = 'worker' AND body->>'online' = 'true' AND at > ${new Date(testStart - 24 * 60 * minuteMs)}
       GROUP BY miner_id, body->>'algorithm', body->>'name'`);
    expect(came.filter(({ times }) => times > 1n).length).toBeGreaterThan(8);
    const last = await one<{ early: bigint; end: bigint }>(sql`
      SELECT count(*) FILTER (WHERE last_share_at < ${new Date(testStart - 180 * minuteMs)}) AS early,
             count(*) FILTER (WHERE last_share_at > ${new Date(testStart - 80 * minuteMs)}) AS "end" FROM workers`);
    expect(last.early).toBeGreaterThan(8n);
    expect(last.end).toBeGreaterThan(80n);
  });

  it('tells of workers that fall silent a quarter of an hour after their last share', async () => {
    const late = await ctx.db.query(sql`
      SELECT name, last_share_at, at FROM workers JOIN events USING (miner_id)
       WHERE NOT online AND body->>'name' = name AND body->>'algorithm' = algorithm AND body->>'online' = 'false'
         AND at > last_share_at AND at <> last_share_at + interval '15 minutes 1 millisecond'`);
    expect(late).toEqual([]);
  });

  it('numbers the events of a miner in the order of their times, within the minute in which work is recorded', async () => {
    const jumps = await ctx.db.query(sql`
      SELECT * FROM (SELECT miner_id, seq, at, lag(at) OVER (PARTITION BY miner_id ORDER BY seq) AS before FROM events) AS e
       WHERE at < before - interval '1 minute 15 seconds'`);
    expect(jumps).toEqual([]);
  });

  it('stays under 20 kH/s of sha256 on its last day, all of it simulated and over before the pool opens', async () => {
    const past = await one<{ most: bigint; verified: bigint; last: Date; online: bigint }>(sql`
      SELECT (SELECT max(work) FROM (
                SELECT sum(work) AS work FROM worker_minutes JOIN workers ON id = worker_id
                 WHERE algorithm = 'sha256' AND minute >= ${new Date(testStart - 24 * 60 * minuteMs)}
                 GROUP BY date_bin('10 minutes', minute, 'epoch')) AS spans) AS most,
             (SELECT count(*) FROM slice_work WHERE NOT simulated) AS verified,
             (SELECT max(last_share_at) FROM workers WHERE algorithm = 'sha256') AS last,
             (SELECT count(*) FROM workers WHERE algorithm = 'sha256' AND online) AS online`);
    expect(past.most).toBeGreaterThan(2_000n * 600n);
    expect(past.most).toBeLessThan(20_000n * 600n);
    expect(past.verified).toBe(0n);
    expect(past.online).toBe(0n);
    expect(past.last.getTime()).toBeLessThan(testStart - 15 * minuteMs);
  });

  it('changes nothing the second time', async () => {
    histories.push(await wholeHistory(ctx));
    expect(await seedHistory(ctx, fleet, ports)).toBe('already-seeded');
    expect(await wholeHistory(ctx)).toEqual(histories.at(-1));
  });

  it('makes up no past for a pool with real work', async () => {
    const used = await emptyPool(engine);
    try {
      await recordWork(used, buildBatch('11111111-1111-4111-8111-111111111111'));
      expect(await seedHistory(used, fleet, ports)).toBe('foreign');
      expect(await used.db.query(sql`SELECT count(*) AS n FROM miners`)).toEqual([{ n: 1n }]);
    } finally {
      await used.close();
    }
  });

  it('leaves no worker online: what is mined once the pool is open is proven', async () => {
    expect(await ctx.db.query(sql`SELECT count(*) AS n FROM workers WHERE online`)).toEqual([{ n: 0n }]);
    expect(
      await ctx.db.query(
        sql`SELECT 1 FROM slice_work JOIN workers ON id = worker_id WHERE NOT slice_work.simulated`,
      ),
    ).toEqual([]);
    const [newest] = await ctx.db.query<{ at: Date }>(sql`SELECT max(last_share_at) AS at FROM workers`);
    expect(newest?.at.getTime()).toBeLessThan(testStart - 15 * minuteMs);
  });
});

it('a seeded history is the same to the last unit in two pools of the same minute, also if one was killed again and again', async () => {
  const compared = isLong ? histories : [];
  if (!isLong)
    for (const kills of [[2, 31], []]) {
      const ctx = await emptyPool(engineOfOther);
      await seedKilled(ctx, few, kills);
      compared.push(await wholeHistory(ctx));
      await ctx.close();
    }
  expect(compared).toHaveLength(2);
  expect(compared[0]).toEqual(compared[1]);
  expect(compared[0]?.credits.length).toBeGreaterThan(50);
}, 300_000);
