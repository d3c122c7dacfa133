import type { ConversionSpreads } from '@openlode/ledger/conversion-spread';
import fc from 'fast-check';
import { clearedAfterMs, kept } from '@openlode/catalogue/retention';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../runtime/database/database.ts';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import type { RewardLine } from '../../kernel/chain.ts';
import { EntryConflict, bookEntry } from '../../ledger/book-entry.ts';
import { refuseBrokenChain } from '../../ledger/refuse-broken-chain.ts';
import { readBalanceAsOf } from '../../ledger/read-balance-as-of.ts';
import { readBalances } from '../../miners/read-balances.ts';
import { isOwedByRun } from '../../payouts/owed-by-run.ts';
import { advanceRound } from '../../rounds/advance-round.ts';
import { convertPending } from '../../rounds/convert-pending.ts';
import { recordCandidate } from '../../rounds/record-candidate.ts';
import { recordWork } from '../../shares/record-work.ts';
import { btcMiner, buildBatch, buildLine, dogeMiner, ltcMiner } from '../../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../../testing/create-test-context.ts';
import { fakeChain } from '../../testing/fake-chain.ts';
import { readRewards, type Reward } from '../../views/read-rewards.ts';
import { auditLedger } from '../audit/audit-ledger.ts';
import { claimDatabase } from '../claim-database.ts';
import { simulatedKind } from '../../kernel/pool-kind.ts';
import { closeOldRounds } from './close-old-rounds.ts';
import { closeRounds } from './close-rounds.ts';
import { UnsoundClosing } from './refuse-unsound.ts';

/** `npm run test:long` plays all runs. */
const isLong = process.env['TEST_LONG'] === '1';

const hour = 3_600_000;
const day = 24 * hour;
const coin = 10n ** 18n;

/** Lines of a statement added up by day, kind, algorithm, mined asset and whether a price was known, as their receipts say it: nothing of it is calculated by the database. */
function byDay(lines: readonly Reward[]): Record<string, readonly (bigint | undefined)[]> {
  const days: Record<string, readonly (bigint | undefined)[]> = {};
  for (const { creditedAt, kind, algorithm, asset, credited, usd, mined } of lines) {
    const key = [
      new Date(creditedAt).toISOString().slice(0, 10),
      kind,
      algorithm,
      asset,
      usd !== undefined,
    ].join(' ');
    const own = [credited, usd, mined?.work, mined?.share, mined?.gross, mined?.fee, mined?.referral];
    const known = days[key];
    days[key] =
      known === undefined
        ? own
        : own.map((amount, index) => {
            const before = known[index];
            return amount === undefined || before === undefined ? undefined : amount + before;
          });
  }
  return days;
}

describe.each(oneEngine())('closeRounds on %s', (engine) => {
  let ctx: TestContext;
  let blocks: number;
  let conversionSpreads: ConversionSpreads | undefined;
  beforeEach(async () => {
    conversionSpreads = undefined;
    ctx = await createTestContext(engine);
    await claimDatabase(ctx, simulatedKind);
    blocks = 0;
  });
  afterEach(() => ctx.close());

  const mine = (...lines: Parameters<typeof buildLine>[0][]) => {
    const at = { firstAt: ctx.clock.now(), lastAt: ctx.clock.now() };
    return recordWork(
      ctx,
      buildBatch(ctx.random.uuid(), ...lines.map((line) => buildLine({ ...at, ...line }))),
    );
  };
  const block = async (...rewards: RewardLine[]) => {
    blocks += 1;
    const id = await recordCandidate(ctx, {
      algorithm: 'sha256',
      chain: 'fake',
      height: blocks,
      hash: blocks.toString(16).padStart(64, '0'),
      submission: new Uint8Array(9),
      networkWork: 50n,
      miner: dogeMiner,
      worker: 'rig1',
      foundAt: ctx.clock.now(),
    });
    const chain = fakeChain(rewards.length > 0 ? rewards : [{ asset: 'BTC', amount: coin / 10n }]);
    expect(await advanceRound({ ...ctx, chains: [chain], conversionSpreads }, id)).toBe('credited');
    return id;
  };
  /** A DOGE miner has three quarters of the work, a BTC miner under its code a quarter. */
  const mineBoth = async () => {
    await mine({ work: 75n });
    await mine({ miner: btcMiner, work: 25n, referralCode: await codeOfFirst() });
  };
  const codeOfFirst = async () =>
    (await ctx.db.query<{ code: string }>(sql`SELECT code FROM referral_codes WHERE miner_id = 1`))[0]
      ?.code ?? null;
  const closeAll = async (receiptsMax?: number) => {
    let closed = 0;
    for (;;) {
      const some = await closeRounds(ctx, receiptsMax);
      if (some === 0) return closed;
      closed += some;
    }
  };
  /** Days of a pool that lives: something is recorded on the last of them. */
  const pass = async (days: number) => {
    ctx.advance((days - 4) * day);
    await mine({ work: 1n });
    ctx.advance(4 * day);
    await mine({ work: 1n });
  };
  const balances = () =>
    ctx.db.query(sql`SELECT account, asset, amount FROM balances ORDER BY account, asset`);
  const found = async () =>
    (await auditLedger(ctx)).findings.map(
      ({ kind, account, subject }) => `${kind} ${account ?? '-'} ${subject}`,
    );
  const statement = async (id: bigint, of: string): Promise<Reward[]> => {
    const lines: Reward[] = [];
    for await (const page of readRewards(ctx, { id, coin: of })) lines.push(...page);
    return lines;
  };
  const statements = async () => [
    await statement(1n, 'DOGE'),
    await statement(2n, 'BTC'),
    await statement(3n, 'LTC'),
  ];
  const count = async (
    table: 'credits' | 'referral_credits' | 'postings' | 'ledger_entries' | 'ledger_links',
  ) =>
    Number(
      (
        await ctx.db.query<{ rows: bigint }>(
          table === 'credits'
            ? sql`SELECT count(*) AS rows FROM credits`
            : table === 'referral_credits'
              ? sql`SELECT count(*) AS rows FROM referral_credits`
              : table === 'postings'
                ? sql`SELECT count(*) AS rows FROM postings`
                : table === 'ledger_entries'
                  ? sql`SELECT count(*) AS rows FROM ledger_entries`
                  : sql`SELECT count(*) AS rows FROM ledger_links`,
        )
      )[0]?.rows ?? 0n,
    );
  /** As an attacker with the database's password would. */
  const tamper = (statementText: string) =>
    ctx.db.execute(
      `SET session_replication_role = replica; ${statementText}; SET session_replication_role = origin`,
    );

  it('keeps receipts as long as an idle miner keeps its balance', () => {
    expect(kept.receiptsMs).toBeGreaterThanOrEqual(clearedAfterMs);
  });

  it('closes what is older than that, and leaves every balance, key, link and day of a statement', async () => {
    await mineBoth();
    await block();
    ctx.advance(hour);
    await block();
    ctx.setNow(testStart + 186 * day - 12 * hour - 1);
    expect(await closeRounds(ctx)).toBe(0);
    ctx.advance(1);
    const before = { balances: await balances(), statements: await statements() };
    const kepts = [await count('ledger_entries'), await count('ledger_links')];
    expect([await count('credits'), await count('referral_credits')]).toEqual([4, 2]);
    expect(await closeRounds(ctx)).toBe(2);
    expect(await closeRounds(ctx)).toBe(0);
    expect({ balances: await balances(), statements: await statements() }).toEqual(before);
    expect([await count('credits'), await count('referral_credits'), await count('postings')]).toEqual([
      0, 0, 0,
    ]);
    expect([await count('ledger_entries'), await count('ledger_links')]).toEqual(kepts);
    expect(await found()).toEqual([]);
    await refuseBrokenChain(ctx);
    await refuseBrokenChain(ctx, 1n);

    // Two rounds of 0.1 BTC: 0.15 BTC are 60,000 DOGE at 100,000 and 0.25 dollars, less one percent; of 0.05 BTC the code's owner has 0.25 %.
    expect(await statement(1n, 'DOGE')).toEqual([
      {
        kind: 'mining',
        creditedAt: Date.UTC(2026, 0, 15),
        algorithm: 'sha256',
        block: undefined,
        asset: 'BTC',
        credited: 59_400n * coin,
        coin: 'DOGE',
        usd: 14_850n * coin,
        mined: { work: 150n, share: 15n * 10n ** 16n, gross: 60_000n * coin, fee: 600n * coin, referral: 0n },
        receipt: undefined,
      },
      {
        kind: 'referral',
        creditedAt: Date.UTC(2026, 0, 15),
        algorithm: 'sha256',
        block: undefined,
        asset: 'BTC',
        credited: expect.any(BigInt) as bigint,
        coin: 'DOGE',
        usd: expect.any(BigInt) as bigint,
        mined: undefined,
        receipt: undefined,
      },
    ]);
  });

  it('books no key twice, tells the last movement, and no balance of before', async () => {
    await mineBoth();
    await block();
    const [key] = await ctx.db.query<{ key: string }>(
      sql`SELECT key FROM ledger_entries WHERE kind = 'reward'`,
    );
    const [miner] = await ctx.db.query<{ uuid: string }>(sql`SELECT uuid FROM miners WHERE id = 2`);
    const moved = await readBalances(ctx, [miner?.uuid ?? '']);
    const creditedAt = ctx.clock.now();
    const place = { account: 'miner:2:mining', asset: 'BTC' } as const;
    const held = await readBalanceAsOf(ctx, place, creditedAt);
    ctx.advance(186 * day);
    expect(await closeAll()).toBe(1);
    const again = {
      key: key?.key ?? '',
      kind: 'reward',
      at: ctx.clock.now(),
      postings: [
        { account: 'ext:chain:fake', asset: 'BTC', amount: -5n },
        { account: 'miner:2:mining', asset: 'BTC', amount: 5n },
      ] as const,
    };
    await expect(ctx.db.transaction((tx) => bookEntry(tx, again))).rejects.toThrow(EntryConflict);
    expect(await readBalances(ctx, [miner?.uuid ?? ''])).toEqual(moved);
    expect(await readBalanceAsOf(ctx, place, creditedAt)).toBe(held);
    await expect(readBalanceAsOf(ctx, place, creditedAt - 1)).rejects.toThrow(RangeError);
    // The run of a pool that has completed none since still owes it.
    await ctx.db.query(
      sql`INSERT INTO payout_runs (run_date, started_at, finished_at) VALUES ('2026-01-15', ${new Date(testStart)}, ${new Date(testStart)})`,
    );
    expect([
      await isOwedByRun(ctx.db, 1n, ctx.clock.now()),
      await isOwedByRun(ctx.db, 2n, ctx.clock.now()),
    ]).toEqual([true, true]);
  });

  it('leaves a round whole while a part of it waits for a rate, and closes those after it', async () => {
    await mine({ work: 75n }, { miner: ltcMiner, work: 25n });
    ctx.prices.delete('LTC');
    await block();
    ctx.prices.set('LTC', '100');
    await block();
    ctx.advance(186 * day);
    expect(await closeAll()).toBe(1);
    expect(await count('credits')).toBe(2);
    expect(await found()).toEqual([]);
    expect(await convertPending(ctx)).toBe(1);
    expect(await closeAll()).toBe(0);
    ctx.advance(186 * day);
    const before = await statements();
    expect(await closeAll()).toBe(1);
    expect(await statements()).toEqual(before);
    expect(await count('credits')).toBe(0);
    expect(await found()).toEqual([]);
  });

  it('is whole or not at all, wherever it breaks off', async () => {
    await mineBoth();
    for (let round = 0; round < 3; round += 1) await block();
    ctx.advance(186 * day);
    const before = { balances: await balances(), statements: await statements() };
    const rows = [await count('credits'), await count('postings')];
    let statementsRun = 0;
    for (let last = 1; ; last += 1) {
      statementsRun = 0;
      const db: Database = {
        ...ctx.db,
        transaction: (work, options) =>
          ctx.db.transaction(async (tx) => {
            const result = await work({
              ...tx,
              query: (query) => {
                statementsRun += 1;
                if (statementsRun > last) throw new Error('cut');
                return tx.query(query);
              },
            });
            if (statementsRun === last) throw new Error('cut');
            return result;
          }, options),
      };
      const outcome = await closeRounds({ ...ctx, db }).catch((error: unknown) => (error as Error).message);
      if (outcome === 3) break;
      expect(outcome).toBe('cut');
      expect([await count('credits'), await count('postings')]).toEqual(rows);
    }
    expect(statementsRun).toBeGreaterThan(10);
    expect({ balances: await balances(), statements: await statements() }).toEqual(before);
    expect(await found()).toEqual([]);
  });

  it('does not close over what contradicts itself', async () => {
    await mineBoth();
    await block();
    ctx.advance(186 * day);
    await tamper(`UPDATE postings SET amount = amount + 5 WHERE account = 'miner:2:mining'`);
    await expect(closeRounds(ctx)).rejects.toThrow(UnsoundClosing);
    await expect(closeRounds(ctx)).rejects.toThrow('credit-not-booked 1/1 BTC');
    await tamper(`UPDATE postings SET amount = amount - 5 WHERE account = 'miner:2:mining';
      UPDATE postings SET amount = amount + 5 WHERE account = 'conv:desk' AND asset = 'BTC'`);
    await expect(closeRounds(ctx)).rejects.toThrow('chain-broken BTC 2');
    await tamper(`UPDATE postings SET amount = amount - 5 WHERE account = 'conv:desk' AND asset = 'BTC';
      UPDATE credits SET share = share - 1 WHERE miner_id = 1`);
    await expect(closeRounds(ctx)).rejects.toThrow('reward-not-shared-out 1/1');
    expect(await count('credits')).toBe(2);
    await tamper(
      `UPDATE credits SET share = share + 1 WHERE miner_id = 1; UPDATE credits SET fee_ppm = fee_ppm * 2 WHERE miner_id = 2`,
    );
    expect(await found()).toEqual(['fee-not-as-agreed miner:2:mining 1']);
    await expect(closeRounds(ctx)).rejects.toThrow('fee-not-as-agreed 1');
    await tamper(
      `UPDATE credits SET fee_ppm = fee_ppm / 2 WHERE miner_id = 2; UPDATE referral_credits SET credited = credited * 2`,
    );
    expect(await found()).toEqual(['earning-not-booked - 1/1 DOGE']);
    await expect(closeRounds(ctx)).rejects.toThrow('earning-not-booked 1/1 DOGE');
    await tamper(`UPDATE referral_credits SET credited = credited / 2`);
    expect(await closeRounds(ctx)).toBe(1);
  });

  it('leaves an unsound round whole, names it, and closes the others', async () => {
    await mineBoth();
    for (let round = 0; round < 4; round += 1) await block();
    await pass(186);
    await tamper(
      `UPDATE credits SET fee = fee + 1, credited = credited - 1 WHERE round_id IN (2, 4) AND miner_id = 1`,
    );
    const problem = 'round 2 stays whole: credit-not-booked 2/1 DOGE: npm run pool -- audit, and 1 more';
    await expect(closeOldRounds(ctx)).rejects.toThrow(problem);
    expect(await ctx.db.query(sql`SELECT round_id FROM closed_rounds ORDER BY round_id`)).toEqual([
      { round_id: 1n },
      { round_id: 3n },
    ]);
    await expect(closeOldRounds(ctx)).rejects.toThrow(problem);
    await tamper(`UPDATE credits SET fee = fee - 1, credited = credited + 1 WHERE miner_id = 1`);
    expect(await closeOldRounds(ctx)).toBe(2);
    expect(await found()).toEqual([]);
  });

  it('closes nothing by a clock that is doubted, or that is suddenly ahead', async () => {
    await mineBoth();
    await block();
    ctx.advance(365 * day);
    expect(await closeOldRounds(ctx)).toBe(0);
    // What is recorded since does not make it true, for days.
    await mine({ work: 1n });
    expect(await closeOldRounds(ctx)).toBe(0);
    ctx.advance(2 * day);
    await mine({ work: 1n });
    expect(await closeOldRounds(ctx)).toBe(0);
    ctx.advance(2 * day);
    expect(await closeOldRounds(ctx)).toBe(0);
    await mine({ work: 1n });
    expect(await closeOldRounds(ctx, { clockProblem: () => 'clock-skew' })).toBe(0);
    expect(await count('credits')).toBe(2);
    expect(await closeOldRounds(ctx)).toBe(1);
  });

  it('ends with the closing under way when the pool ends, and after a minute', async () => {
    await mineBoth();
    for (let round = 0; round < 3; round += 1) await block();
    await pass(186);
    const ending = new AbortController();
    let asked = 0;
    const clockProblem = () => {
      asked += 1;
      if (asked === 1) ending.abort();
      return undefined;
    };
    expect(await closeOldRounds(ctx, { receiptsMax: 1, clockProblem, ending: ending.signal })).toBe(1);
    let elapsed = -30_000;
    const minute = () => (elapsed += 30_000);
    expect(await closeOldRounds(ctx, { receiptsMax: 1, elapsed: minute })).toBe(1);
    expect(await closeOldRounds(ctx)).toBe(1);
  });

  it('sums what had no price apart from what had one', async () => {
    await mine({ miner: btcMiner, work: 25n });
    await block();
    ctx.prices.delete('BTC');
    await block();
    ctx.advance(186 * day);
    const before = await statement(1n, 'BTC');
    expect(await closeAll()).toBe(2);
    expect(await statement(1n, 'BTC')).toEqual(before);
    expect(before.map(({ credited, usd }) => [credited, usd])).toEqual([
      [99n * 10n ** 15n, undefined],
      [99n * 10n ** 15n, 9900n * coin],
    ]);
  });

  it('values what was credited without what its conversion kept back, by receipt and by day', async () => {
    conversionSpreads = {
      ppm: { stable: 0, liquid: 3000, thin: 10_000 },
      named: new Map([['DOGE', 'thin']]),
    };
    await mine({ miner: btcMiner, work: 25n });
    await mine({ work: 75n, referralCode: await codeOfFirst() });
    await block();
    const single = { btc: await statement(1n, 'BTC'), doge: await statement(2n, 'DOGE') };
    // 7,500 dollars of Bitcoin: 1.3% stays with the conversion, and 0.75% of the rest are fees; a quarter of a percent of it is the owner's.
    expect(single.doge.map(({ usd }) => usd)).toEqual([73_469_812_500n * 10n ** 11n]);
    expect(single.btc.map(({ kind, usd }) => [kind, usd])).toEqual([
      ['mining', 2475n * coin],
      ['referral', 1_850_625n * 10n ** 13n],
    ]);
    ctx.advance(186 * day);
    const [btc, doge] = [byDay(single.btc), byDay(single.doge)];
    expect(await closeAll()).toBe(1);
    expect([byDay(await statement(1n, 'BTC')), byDay(await statement(2n, 'DOGE'))]).toEqual([btc, doge]);
    expect(await found()).toEqual([]);
  });

  it('closes what converted the parts that had waited', async () => {
    await mine({ work: 75n }, { miner: ltcMiner, work: 25n });
    ctx.prices.delete('LTC');
    await block();
    ctx.prices.set('LTC', '100');
    ctx.advance(hour);
    expect(await convertPending(ctx)).toBe(1);
    ctx.advance(186 * day);
    const before = { balances: await balances(), statements: await statements() };
    expect(await closeAll()).toBe(1);
    expect(await count('postings')).toBe(0);
    expect({ balances: await balances(), statements: await statements() }).toEqual(before);
    expect(await found()).toEqual([]);
  });

  it('shows single rewards for 184 whole days', async () => {
    await mineBoth();
    await block();
    ctx.setNow(testStart + 184 * day + 12 * hour - 1);
    expect((await statement(2n, 'BTC')).map(({ block: of }) => of?.height)).toEqual([1n]);
    ctx.advance(1);
    expect((await statement(2n, 'BTC')).map(({ block: of }) => of)).toEqual([undefined]);
  });

  it('is found out by the audit when it is changed afterwards', async () => {
    await mineBoth();
    await block();
    ctx.advance(hour);
    await block();
    ctx.advance(186 * day);
    expect(await closeRounds(ctx, 1)).toBe(1);
    expect(await closeRounds(ctx, 1)).toBe(1);
    for (const [change, back, finding] of [
      [
        `UPDATE closed_postings SET amount = amount + 1 WHERE account = 'miner:2:mining'; UPDATE closed_postings SET amount = amount - 1 WHERE account = 'pool:fees' AND asset = 'BTC';
         UPDATE balances SET amount = amount + 1 WHERE account = 'miner:2:mining'; UPDATE balances SET amount = amount - 1 WHERE account = 'pool:fees' AND asset = 'BTC'`,
        `UPDATE closed_postings SET amount = amount - 1 WHERE account = 'miner:2:mining'; UPDATE closed_postings SET amount = amount + 1 WHERE account = 'pool:fees' AND asset = 'BTC';
         UPDATE balances SET amount = amount - 1 WHERE account = 'miner:2:mining'; UPDATE balances SET amount = amount + 1 WHERE account = 'pool:fees' AND asset = 'BTC'`,
        'closing-broken - 2 sums',
      ],
      [
        `UPDATE earning_days SET share = share + 1 WHERE miner_id = 1`,
        `UPDATE earning_days SET share = share - 1 WHERE miner_id = 1`,
        'closing-broken - 0 days',
      ],
      [
        `UPDATE earning_days SET credited = credited * 2, fee = 0 WHERE miner_id = 1`,
        `UPDATE earning_days SET credited = credited / 2, fee = 600000000000000000000 WHERE miner_id = 1 AND kind = 'mining';
         UPDATE earning_days SET credited = credited / 2 WHERE miner_id = 1 AND kind = 'referral'`,
        'closing-broken - 2 days',
      ],
      [
        `UPDATE earning_days SET day = day - 400`,
        `UPDATE earning_days SET day = day + 400`,
        'closing-broken - 2 days',
      ],
      [
        `UPDATE earning_days SET miner_id = 3 WHERE miner_id = 2`,
        `UPDATE earning_days SET miner_id = 2 WHERE miner_id = 3`,
        'closing-broken - 2 days',
      ],
      [
        `UPDATE ledger_closings SET closed_at = closed_at - interval '3 days' WHERE number = 2`,
        `UPDATE ledger_closings SET closed_at = closed_at + interval '3 days' WHERE number = 2`,
        'closing-broken - 2 strangers',
      ],
      [
        `UPDATE ledger_closings SET postings = postings + 1 WHERE number = 1`,
        `UPDATE ledger_closings SET postings = postings - 1 WHERE number = 1`,
        'closing-broken - 1 hash',
      ],
      [
        `UPDATE ledger_entries SET content_hash = '\\x00' || content_hash WHERE id = 2`,
        `UPDATE ledger_entries SET content_hash = substr(content_hash, 2) WHERE id = 2`,
        'closing-broken - 1 entries',
      ],
      [
        `UPDATE closed_rounds SET closing = 2`,
        `UPDATE closed_rounds SET closing = round_id`,
        'closing-broken - 1 rounds',
      ],
      [
        `INSERT INTO postings VALUES (2, 99, 'miner:2:mining', 'BTC', 1)`,
        `DELETE FROM postings`,
        'closing-broken - 1 reopened',
      ],
      [
        `UPDATE ledger_links SET hash = '\\x00' WHERE asset = 'BTC' AND number = 4`,
        ``,
        'chain-broken - BTC 4 head',
      ],
    ] as const) {
      await tamper(change);
      expect(await found()).toContain(finding);
      if (back === '') return;
      await tamper(back);
      expect(await found()).toEqual([]);
    }
  });

  it('is the only way on which postings and sums go', async () => {
    await mineBoth();
    await block();
    await expect(ctx.db.execute(`DELETE FROM postings`)).rejects.toThrow('append-only');
    ctx.advance(186 * day);
    await closeAll();
    await block();
    for (const change of [
      `DELETE FROM postings`,
      `UPDATE closed_postings SET amount = 0`,
      `DELETE FROM closed_postings`,
      `UPDATE earning_days SET credited = 0`,
      `DELETE FROM ledger_closings`,
      `DELETE FROM closed_entries`,
      `DELETE FROM closed_rounds`,
      `TRUNCATE closed_postings`,
      `INSERT INTO ledger_entries (key, kind, content_hash, booked_at) VALUES ('x', 'treasury', '', now()); INSERT INTO closed_entries VALUES ((SELECT max(id) FROM ledger_entries), 9)`,
    ])
      await expect(ctx.db.execute(change), change).rejects.toThrow(
        /append-only|with a closing only|never closed/,
      );
    expect(await found()).toEqual([]);
  });

  it('changes no balance and no statement, whatever was mined, in whatever bites', async () => {
    await mineBoth();
    await mine({ miner: ltcMiner, work: 9n });
    const code = await codeOfFirst();
    const round = fc.record({
      gap: fc.integer({ min: 0, max: 40 }),
      work: fc.tuple(fc.bigInt(1n, 999n), fc.bigInt(1n, 999n), fc.bigInt(1n, 999n)),
      btc: fc.bigInt(1n, 10n ** 20n),
      doge: fc.option(fc.bigInt(1n, 10n ** 24n)),
      price: fc.constantFrom('100000', '99999.123456789', '0.37', undefined),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(round, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 12 }),
        async (rounds, bite) => {
          for (const { gap, work, btc, doge, price } of rounds) {
            ctx.advance(gap * hour);
            if (price === undefined) ctx.prices.delete('BTC');
            else ctx.prices.set('BTC', price);
            await mine(
              { work: work[0] },
              { miner: btcMiner, work: work[1], referralCode: code },
              { miner: ltcMiner, work: work[2] },
            );
            await block(
              { asset: 'BTC', amount: btc },
              ...(doge === null ? [] : [{ asset: 'DOGE', amount: doge }]),
            );
          }
          ctx.prices.set('BTC', '100000');
          await convertPending(ctx);
          const single = (await statements()).map(byDay);
          ctx.advance(185 * day + 20 * hour);
          const before = { balances: await balances(), statements: await statements() };
          await closeAll(bite);
          expect((await statements()).map(byDay)).toEqual(single);
          expect({ balances: await balances(), statements: await statements() }).toEqual(before);
          expect(await found()).toEqual([]);
        },
      ),
      { numRuns: isLong ? 6 : 2 },
    );
  });
});
