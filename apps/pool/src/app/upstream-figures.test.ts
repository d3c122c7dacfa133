import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UpstreamTerms } from '../domain/kernel/upstream-terms.ts';
import { createTestContext, type TestContext, testStart } from '../domain/testing/create-test-context.ts';
import { writeUpstreamStates } from '../domain/treasury/upstream-states.ts';
import { oneEngine, testEngines } from '../runtime/database/testing/create-test-database.ts';
import { upstreamFigures, upstreamStandings } from './upstream-figures.ts';
import { statesHere, statesTasks } from './upstream-states-here.ts';

const coin = 10n ** 18n;
const day = 86_400_000;
const kaspa: UpstreamTerms = {
  name: 'other-pool',
  algorithm: 'kheavyhash',
  coin: 'KAS',
  network: 'KAS',
  feePpm: 10_000,
  scheme: 'pps',
  incomeMax: 5n * coin,
};

describe.each(oneEngine())('what a pool pays whose coin no chain of the file is, on %s', (engine) => {
  let ctx: TestContext;
  beforeEach(async () => {
    ctx = await createTestContext(engine);
    // A payment a day, of ten coins for the work of two blocks.
    for (let days = 0; days < 9; days += 1) {
      const [from, until] = [days, days + 1].map((each) => new Date(testStart + each * day));
      const id = days.toString(16).padStart(64, '0');
      await ctx.db.query(sql`
        INSERT INTO slices (id, algorithm, opened_at, closed_at, upstream, network_work) OVERRIDING SYSTEM VALUE
        VALUES (${days + 1}, 'kheavyhash', ${from}, ${until}, 'other-pool', 1)`);
      const [round] = await ctx.db.query<{ id: bigint }>(sql`
        INSERT INTO rounds (algorithm, chain, block_hash, block_height, submission, network_work, last_slice_id, finder_worker,
                            found_at, state, state_at, upstream, notified_up_to)
        VALUES ('kheavyhash', 'upstream-other-pool', ${id}, 0, ${new Uint8Array()}, 1, ${days + 1}, '', ${until}, 'credited', ${until},
                'other-pool', 0)
        RETURNING id`);
      await ctx.db.query(sql`
        INSERT INTO incomes (round_id, upstream, algorithm, asset, network, amount, reference, after_slice, last_slice, worked_from,
                             worked_until, work, blocks, upstream_fee_ppm, reason, operator, booked_at)
        VALUES (${round?.id}, 'other-pool', 'kheavyhash', 'KAS', 'KAS', ${10n * coin}, ${`${id}:0`}, ${days}, ${days + 1}, ${from}, ${until},
                1, ${2n * coin}, 10000, 'it came', 'suite', ${until})`);
    }
    ctx.advance(9 * day);
  });
  afterEach(() => ctx.close());

  /** Its connections here, that have sent on enough shares. */
  const sum = { shares: 1_000_000, work: 1n };
  const group = {
    hasWork: true,
    connections: 1,
    counts: { judged: sum, forwarded: sum, accepted: sum },
    blocks: { found: 0, expected: 10 },
  };
  const mined = {
    process: '00000000-0000-4000-8000-000000000001',
    find: () => ({ relays: [{ upstream: 'other-pool', group }] }),
  } as never;
  const standing = async (terms: UpstreamTerms) =>
    (await upstreamStandings(ctx, { upstreams: [terms], networkOf: () => undefined }, mined))[0];

  it('is held against what the file says that a block brings', async () => {
    const said = { ...kaspa, coinsPerBlock: [{ coins: 5n * coin }] } as const;
    expect(await standing(said)).toMatchObject({
      expectedPerBlock: '4.95',
      incomePercent: '101.01',
      incomeLeast: '89.32',
      incomeDays: 7,
      incomeNotJudged: null,
    });
    const [figures] = await upstreamFigures(ctx, { upstreams: [said] }, mined);
    expect(figures?.income?.ratio).toBeCloseTo(1 / 0.99, 9);
    expect(figures?.expectedPerBlock).toBe((495n * coin) / 100n);
    // Half of what it should be.
    const more = { ...kaspa, coinsPerBlock: [{ coins: 10n * coin }] } as const;
    expect(await standing(more)).toMatchObject({ incomePercent: '50.51', incomeLeast: '89.32' });
  });

  it('is weighed by what a block brought when the work was done', async () => {
    const halved = [{ coins: 10n * coin }, { coins: 5n * coin, from: testStart + 5 * day }] as const;
    // Three of the seven days had ten a block.
    expect(await standing({ ...kaspa, coinsPerBlock: halved })).toMatchObject({
      expectedPerBlock: '4.95',
      incomePercent: '70.71',
    });
  });

  it('is not judged where the file says nothing, and what to write is said', async () => {
    expect(await standing(kaspa)).toMatchObject({
      expectedPerBlock: null,
      incomePercent: null,
      incomeNotJudged:
        'no node says what a block of KAS brings; where no chain of the file is KAS, write coinsPerBlock into this upstream',
    });
  });
});

describe.each(oneEngine())('a pool whose jobs say what a block takes, on %s', (engine) => {
  let ctx: TestContext;
  beforeEach(async () => {
    ctx = await createTestContext(engine);
  });
  afterEach(() => ctx.close());

  it('is compared with what our own nodes say: one that says more hides what it does not pay', async () => {
    const networkPercent = async (algorithm: string, coinName: string, byNodes: bigint | undefined) => {
      const terms = { ...kaspa, algorithm, coin: coinName, network: coinName };
      const feed = { relayed: { upstream: 'other-pool', networkWork: 2000n } };
      const group = { hasWork: true, connections: 1, counts: {}, blocks: { found: 0, expected: 0 } };
      const mined = {
        process: '00000000-0000-4000-8000-000000000001',
        find: () => ({ relays: [{ upstream: 'other-pool', group, feed }] }),
      } as never;
      const networkOf = () => (byNodes === undefined ? undefined : { work: byNodes });
      return (await upstreamStandings(ctx, { upstreams: [terms], networkOf }, mined))[0]?.networkPercent;
    };
    expect(await networkPercent('kawpow', 'RVN', 1000n)).toBe('200.00');
    expect(await networkPercent('kawpow', 'RVN', undefined)).toBeNull();
    // Here the nodes are whom it is known from.
    expect(await networkPercent('etchash', 'ETC', 1000n)).toBeNull();
  });
});

describe.each(testEngines())('a pool whose work several processes give, on %s', (engine) => {
  let ctx: TestContext;
  beforeEach(async () => {
    ctx = await createTestContext(engine);
  });
  afterEach(() => ctx.close());

  const [treasury, first, second] = [1, 2, 3].map(
    (digit) => `00000000-0000-4000-8000-00000000000${digit}`,
  ) as [string, string, string];
  const scrypt = { ...kaspa, algorithm: 'scrypt', coin: 'LTC', network: 'LTC' };
  /** One that gives its work. @param shares of 1,000 hashes that it was sent: it took all but one */
  const giving = (process: string, shares: number, hasWork = true) => {
    const of = (number: number) => ({ shares: number, work: BigInt(number) * 1000n });
    const group = {
      hasWork,
      connections: 2,
      counts: { judged: of(shares), forwarded: of(shares), accepted: of(shares - 1), unsent: of(3) },
      blocks: { found: 1, expected: 1.25 },
    };
    const feed = { relayed: { upstream: 'other-pool', networkWork: 2n ** 70n } };
    return { process, find: () => ({ relays: [{ upstream: 'other-pool', group, feed }] }) } as never;
  };
  const none = { process: treasury, find: () => undefined } as never;
  const write = (mined: { readonly process: string; readonly find: never }) =>
    writeUpstreamStates(ctx, mined.process, statesHere(mined, [scrypt]));
  const networkOf = () => ({ work: 2n ** 70n });
  const asked = async (mined: never) =>
    (await upstreamStandings(ctx, { upstreams: [scrypt], networkOf }, mined))[0];

  it('stands in the process that pays as all of them together have it', async () => {
    expect(await asked(none)).toMatchObject({ hasWork: null, forwarded: 0, acceptedPercent: null });
    await write(giving(first, 60, false));
    await write(giving(second, 139));
    // What it says again takes the place of what it has said.
    await write(giving(second, 140));
    const together = {
      hasWork: true,
      connections: 4,
      forwarded: 200,
      acceptedPercent: '99.00',
      forwardedPercent: '100.00',
      blocksFound: 2,
      blocksExpected: '2.50',
      unsent: 6,
      networkPercent: '100.00',
    };
    expect(await asked(none)).toMatchObject(together);
    // One of them knows its own from itself, and counts it once.
    expect(await asked(giving(first, 61, false))).toMatchObject({ forwarded: 201, connections: 4 });
    // Metrics have an instance for each: what others have would be counted twice.
    const [figures] = await upstreamFigures(ctx, { upstreams: [scrypt], networkOf }, none);
    expect(figures).toMatchObject({
      hasWork: undefined,
      connections: undefined,
      shares: {},
      blocks: undefined,
    });
  });

  it('stands without a process that says nothing any more, and nothing is kept of it', async () => {
    await write(giving(first, 60));
    ctx.advance(50_000);
    await write(giving(second, 140));
    expect(await asked(none)).toMatchObject({ forwarded: 200 });
    ctx.advance(30_000);
    expect(await asked(none)).toMatchObject({ forwarded: 140 });
    ctx.advance(50_000);
    expect(await asked(none)).toMatchObject({ hasWork: null, forwarded: 0 });
    ctx.advance(3_600_000);
    await write(giving(second, 141));
    expect(await ctx.db.query(sql`SELECT process FROM upstream_states`)).toEqual([{ process: second }]);
  });

  it('is written down each twenty seconds where the database is shared', async () => {
    const mined = giving(first, 60);
    const tasks = statesTasks(ctx, mined, { upstreams: [scrypt] });
    expect(tasks.map(({ pattern }) => pattern)).toEqual(engine === 'pglite' ? [] : ['*/20 * * * * *']);
    for (const task of tasks) await task.run();
    expect(await asked(none)).toMatchObject({ forwarded: engine === 'pglite' ? 0 : 60 });
  });
});
