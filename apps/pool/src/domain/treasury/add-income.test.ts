import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { checkRounds } from '../operations/audit/check-rounds.ts';
import type { Relayed } from '../kernel/work-batch.ts';
import type { UpstreamTerms } from '../kernel/upstream-terms.ts';
import { checkLedger, isLedgerSound } from '../ledger/check-ledger.ts';
import { clearPaidSlices } from '../retention/clear-slices.ts';
import { readWindow, readSlices } from '../rounds/read-window.ts';
import { recordWork } from '../shares/record-work.ts';
import { btcMiner, buildBatch, buildLine, ltcMiner } from '../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { readBlocks } from '../views/read-blocks.ts';
import { readEvents } from '../views/read-events.ts';
import { addIncome } from './add-income.ts';
import type { IncomeRequest } from './read-income-request.ts';
import { listIncomes } from './list-incomes.ts';
import { moveFunds } from './move-funds.ts';
import { lockOutward } from './treasury-movements.ts';
import type { Arrivals } from '../kernel/arrivals.ts';

const coin = 10n ** 18n;
const otherPool: UpstreamTerms = {
  name: 'other-pool',
  algorithm: 'sha256',
  coin: 'BTC',
  network: 'BTC',
  feePpm: 20_000,
  incomeMax: 5n * coin,
};
const txid = 'ab'.repeat(32);

/** Outputs by reference, in units of 10^-18, as nodes have them. */
function arrivalsOf(outputs: ReadonlyMap<string, bigint>): Pick<Arrivals, 'outputOf'> {
  return {
    outputOf: async (_coin, { txid: id, output }) => {
      const amount = outputs.get(`${id}:${output}`);
      return amount === undefined
        ? { kind: 'not-arrived', why: 'it is not there' }
        : { kind: 'arrived', amount };
    },
  };
}

describe.each(oneEngine())('a payment of another pool on %s', (engine) => {
  let ctx: TestContext;
  let held: bigint;
  let outputs: Map<string, bigint>;
  let batches: number;
  beforeEach(async () => {
    ctx = await createTestContext(engine);
    held = 0n;
    outputs = new Map();
    batches = 0;
  });
  afterEach(() => ctx.close());

  const verbs = (upstreams = [otherPool]) => ({
    ...ctx,
    actor: 'suite',
    upstreams,
    wallet: { holdings: async () => ({ amounts: new Map([['BTC', held]]), unanswered: [] }) },
    arrivals: arrivalsOf(outputs),
  });
  const arrive = (amount = coin, output = 0, id = txid): void => {
    outputs.set(`${id}:${output}`, amount);
    held += amount;
  };
  const untilNow = (): string => new Date(ctx.clock.now()).toISOString();
  const work = async (
    relayed: Relayed | undefined,
    ...lines: Parameters<typeof buildBatch> extends [string, ...infer Lines] ? Lines : never
  ) => {
    batches += 1;
    const id = `11111111-1111-4111-8111-${batches.toString(16).padStart(12, '0')}`;
    await recordWork(ctx, { ...buildBatch(id, ...lines), ...(relayed && { relayed }) });
  };
  const add = (request: Partial<IncomeRequest> = {}) =>
    addIncome(verbs(), {
      upstream: 'other-pool',
      amount: '1',
      reference: `${txid}:0`,
      reason: 'it came',
      ...(request.further === true ? {} : { until: untilNow() }),
      ...request,
    });
  const mined = async () =>
    Object.fromEntries(
      (
        await ctx.db.query<{ account: string; asset: string; amount: bigint }>(
          sql`SELECT account, asset, amount FROM balances WHERE amount <> 0 AND account NOT LIKE 'pool:%' AND asset = 'BTC'`,
        )
      ).map(({ account, amount }) => [account, amount]),
    );

  it('keeps how long its work took, hours without work apart', async () => {
    const relayed = { upstream: 'other-pool', networkWork: 1000n };
    for (const hours of [2, 3]) {
      await work(relayed, buildLine({ miner: btcMiner, work: 30n }));
      ctx.advance(hours * 3_600_000);
    }
    arrive();
    expect(await add()).toMatchObject({ kind: 'booked', workedFrom: testStart });
    expect(await ctx.db.query(sql`SELECT worked_ms FROM incomes`)).toEqual([{ worked_ms: 120_000n }]);
  });

  it('is named by the hash of an EVM network as wallets write it, and is the same one', async () => {
    await work({ upstream: 'other-pool', networkWork: 1000n }, buildLine({ miner: btcMiner, work: 30n }));
    ctx.advance(3_600_000);
    arrive();
    expect(await add({ reference: `0x${txid.toUpperCase()}:0` })).toMatchObject({ kind: 'booked' });
    expect(await add({ further: true })).toMatchObject({ kind: 'already-booked' });
    expect(await add({ reference: `0x0x${txid}:0` })).toEqual({ kind: 'malformed-reference' });
    // Nor is it the treasury's under the other spelling.
    const deposit = { kind: 'deposit', amount: '1', coin: 'BTC', reason: 'mine' } as const;
    for (const reference of [`0x${txid}`, `0X${txid.toUpperCase()}`, `0x${txid}:0`])
      expect(await moveFunds({ ...ctx, actor: 'suite' }, { ...deposit, reference })).toEqual({
        kind: 'income',
        upstream: 'other-pool',
      });
    const outward = { reference: `0x${txid}`, asset: 'BTC', network: 'BTC' };
    expect(await ctx.db.transaction((tx) => lockOutward(tx, outward))).toBe('payment of another pool');
  });

  it('is no second time what the treasury has as wallets write it', async () => {
    await work({ upstream: 'other-pool', networkWork: 1000n }, buildLine({ miner: btcMiner, work: 30n }));
    ctx.advance(3_600_000);
    arrive();
    held = 100n * coin;
    const reference = `0x${txid.toUpperCase()}`;
    const mine = { kind: 'deposit', amount: '1', coin: 'BTC', reference, reason: 'mine' } as const;
    expect(await moveFunds({ ...ctx, actor: 'suite' }, mine)).toEqual({ kind: 'booked' });
    expect(await add()).toEqual({ kind: 'reference-used', as: 'a deposit of the treasury' });
  });

  it('is no change of a sweep, or of what cancels one', async () => {
    await work({ upstream: 'other-pool', networkWork: 1000n }, buildLine({ miner: btcMiner, work: 30n }));
    ctx.advance(3_600_000);
    const at = new Date(ctx.clock.now());
    // As wallets of EVM networks write it.
    const cancel = `0x${'cd'.repeat(32)}`;
    for (const each of [txid, cancel]) {
      await ctx.db.query(sql`
        INSERT INTO payout_transactions (txid, network, bytes, proof, payees, fee_asset, fee, state, state_at, sends)
        VALUES (${each}, 'BTC', ''::bytea, '{}', 1, 'BTC', 1, 'sent', ${at}, 1)`);
      await ctx.db.query(
        sql`INSERT INTO payout_claims (network, claim, txid, freed_at) VALUES ('BTC', 'coin', ${each}, ${at})`,
      );
      arrive(coin, 0, each.replace('0x', ''));
    }
    await ctx.db.query(sql`
      INSERT INTO sweeps (order_id, coin, network, address, amount, fee_asset, fee_max, state, state_at, txid, cancel_txid, planned_at, reason, operator)
      VALUES ('sweep-1', 'BTC', 'BTC', 'bc1qcold', 1, 'BTC', 1, 'sent', ${at}, ${txid}, ${cancel}, ${at}, 'too much', 'ann')`);
    for (const each of [txid, cancel])
      expect(await add({ reference: `${each}:0` })).toEqual({ kind: 'sweep-transaction', sweep: '1' });
  });

  it('is no sweep: its transaction is not adopted as one', async () => {
    await work({ upstream: 'other-pool', networkWork: 1000n }, buildLine({ miner: btcMiner, work: 30n }));
    ctx.advance(3_600_000);
    arrive();
    expect(await add()).toMatchObject({ kind: 'booked' });
    const outward = (reference: string) =>
      ctx.db.transaction((tx) => lockOutward(tx, { reference, asset: 'BTC', network: 'BTC' }));
    expect(await outward(txid.toUpperCase())).toBe('payment of another pool');
    expect(await outward('cd'.repeat(32))).toBeUndefined();
  });

  it('may take minutes to share: the work of a month is millions of lines', async () => {
    await work({ upstream: 'other-pool', networkWork: 1000n }, buildLine({ miner: btcMiner, work: 30n }));
    ctx.advance(3_600_000);
    arrive();
    const limits: (number | undefined)[] = [];
    const { db } = ctx;
    const transaction: typeof db.transaction = (run, options) => {
      limits.push(options?.answerWithinMs);
      return db.transaction(run, options);
    };
    const request = { upstream: 'other-pool', amount: '1', reference: `${txid}:0`, reason: 'it came' };
    const booked = await addIncome(
      { ...verbs(), db: { ...db, transaction } },
      { ...request, until: untilNow() },
    );
    expect(booked.kind).toBe('booked');
    // Before it is looked for, and afterwards it is told.
    expect(limits).toEqual([undefined, 600_000, undefined]);
  });

  it('is shared by what work was worth when it was done, with the fee of every reward, and stands on receipts', async () => {
    // A block took twice as much in the second minute: three quarters of the value are of the first one.
    await work({ upstream: 'other-pool', networkWork: 1000n }, buildLine({ miner: btcMiner, work: 30n }));
    ctx.advance(60_000);
    await work(
      { upstream: 'other-pool', networkWork: 2000n },
      buildLine({ miner: { ...ltcMiner, coin: 'BTC', network: 'BTC' }, work: 20n }),
    );
    ctx.advance(3_600_000);
    arrive();
    expect(await add()).toEqual({
      kind: 'booked',
      round: '1',
      miners: 2,
      work: '50',
      blocks: '0.04',
      workedFrom: testStart,
      workedUntil: testStart + 120_000,
    });
    // One percent is the pool's, as of every reward.
    const balances = await mined();
    expect(balances).toEqual({
      'ext:chain:upstream-other-pool': -coin,
      'miner:1:mining': (75n * coin * 99n) / 10_000n,
      'miner:2:mining': (25n * coin * 99n) / 10_000n,
    });
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
    expect(await checkRounds(ctx.db, { roundsAfter: 0n, entriesAfter: 0n } as never)).toEqual([]);
    const { list } = await readEvents(ctx, 1n, { page: 1, types: ['reward'], after: undefined });
    expect(list[0]?.receipts).toMatchObject([
      {
        work: 30n,
        roundWork: 50n,
        asset: 'BTC',
        reward: coin,
        share: (75n * coin) / 100n,
        income: {
          upstream: 'other-pool',
          reference: `${txid}:0`,
          feePpm: 20_000,
          blocks: (4n * coin) / 100n,
        },
      },
    ]);
    expect((await readBlocks(ctx, 1)).list).toEqual([]);
    expect(await listIncomes(ctx, { limit: 10 })).toMatchObject([
      { upstream: 'other-pool', amount: '1', blocks: '0.04', round: '1', operator: 'suite' },
    ]);
  });

  it('is credited once, however often it is typed, and nothing before nodes have the output', async () => {
    await work({ upstream: 'other-pool', networkWork: 1000n }, buildLine({ miner: btcMiner, work: 30n }));
    ctx.advance(60_000);
    expect(await mined()).toEqual({});
    // What is in the wallet is not asked alone: it may be anything.
    held = 10n * coin;
    expect(await add()).toEqual({ kind: 'not-arrived', why: 'it is not there' });
    held = 0n;
    arrive(coin / 2n);
    expect(await add()).toEqual({ kind: 'other-amount', amount: '0.5', coin: 'BTC', by: 'the nodes' });
    arrive(coin);
    held = coin;
    const both = await Promise.all([add(), add({ reference: ` ${txid.toUpperCase()}:0 ` })]);
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['already-booked', 'booked']);
    expect(await add({ amount: '0.5' })).toEqual({ kind: 'reference-used', as: '1 BTC of other-pool' });
    expect(await add({ reference: `${txid}:1` })).toEqual({ kind: 'not-arrived', why: 'it is not there' });
    const deposit = { kind: 'deposit', amount: '1', coin: 'BTC', reason: 'mine' } as const;
    for (const reference of [txid, `${txid}:0`])
      expect(await moveFunds({ ...ctx, actor: 'suite' }, { ...deposit, reference })).toEqual({
        kind: 'income',
        upstream: 'other-pool',
      });
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
  });

  it('is not credited where it is booked under another name, or nodes do not say', async () => {
    await work({ upstream: 'other-pool', networkWork: 1000n }, buildLine({ miner: btcMiner, work: 30n }));
    ctx.advance(60_000);
    arrive();
    const mine = {
      kind: 'deposit',
      amount: '1',
      coin: 'BTC',
      reference: 'from myself',
      reason: 'x',
    } as const;
    expect(await moveFunds({ ...ctx, actor: 'suite' }, mine)).toEqual({ kind: 'booked' });
    expect(await add()).toEqual({ kind: 'booked-otherwise', unbooked: '0', coin: 'BTC' });
    const silent = {
      ...verbs(),
      arrivals: {
        outputOf: async () => {
          throw new Error('no node answers');
        },
      },
    };
    const request = {
      upstream: 'other-pool',
      amount: '1',
      reference: `${txid}:0`,
      until: untilNow(),
      reason: 'x',
    };
    expect(await addIncome(silent, request)).toEqual({ kind: 'no-answer', why: 'no node answers' });
    expect(Object.keys(await mined()).filter((each) => each.startsWith('miner'))).toEqual([]);
  });

  it('refuses what is booked otherwise, too much, for another coin, or for no work, and keeps no word on it', async () => {
    arrive();
    arrive(6n * coin, 0, 'cd'.repeat(32));
    held = 100n * coin;
    expect(await add()).toEqual({ kind: 'no-work' });
    await work({ upstream: 'other-pool', networkWork: 1000n }, buildLine({ miner: btcMiner, work: 30n }));
    // The slice is open for a minute.
    const large = { amount: '6', reference: `${'cd'.repeat(32)}:0` };
    expect(await add({ ...large, overCap: 'a lucky month' })).toEqual({ kind: 'no-work' });
    const decisions = () => ctx.db.query(sql`SELECT kind, subject FROM operator_decisions ORDER BY id`);
    expect(await decisions()).toEqual([]);
    ctx.advance(60_000);
    expect(await add({ upstream: 'unknown' })).toEqual({ kind: 'unknown-upstream', known: ['other-pool'] });
    for (const reference of ['', txid, `${txid}:`, `${txid}:01`, `${txid}:-1`, `x${txid.slice(1)}:0`])
      expect(await add({ reference })).toEqual({ kind: 'malformed-reference' });
    for (const amount of ['0', '-1', '1e3', '0.000000001'])
      expect(await add({ amount })).toEqual({ kind: 'malformed-amount', decimals: 8 });
    for (const until of ['2026-01-15', '2027-01-15T00:00:00Z'])
      expect(await add({ until })).toEqual({ kind: 'malformed-until' });
    const unsaid = { upstream: 'other-pool', amount: '1', reference: `${txid}:0`, reason: 'it came' };
    expect(await addIncome(verbs(), unsaid)).toEqual({ kind: 'malformed-until' });
    expect(await add(large)).toEqual({ kind: 'over-cap', most: '5', coin: 'BTC' });
    expect(await add({ further: true })).toEqual({ kind: 'no-further' });
    const mine = { kind: 'deposit', amount: '1', coin: 'BTC', reference: txid, reason: 'mine' } as const;
    expect(await moveFunds({ ...ctx, actor: 'suite' }, mine)).toEqual({ kind: 'booked' });
    expect(await add()).toEqual({ kind: 'reference-used', as: 'a deposit of the treasury' });
    expect(await add({ ...large, overCap: 'a lucky month' })).toMatchObject({ kind: 'booked' });
    expect(await decisions()).toEqual([
      { kind: 'income-over-cap', subject: `other-pool ${'cd'.repeat(32)}:0` },
    ]);
    const others = { ...verbs([{ ...otherPool, coin: 'LTC', network: 'LTC' }]) };
    const request = {
      upstream: 'other-pool',
      amount: '1',
      reference: `${txid}:0`,
      until: untilNow(),
      reason: 'x',
    };
    expect(await addIncome(others, request)).toEqual({ kind: 'other-coin', coin: 'BTC' });
  });

  it('is not shared where one line could have made the work of a minute worth all of it', async () => {
    await work({ upstream: 'other-pool', networkWork: 4000n }, buildLine({ miner: btcMiner, work: 4000n }));
    await work({ upstream: 'other-pool', networkWork: 1000n }, buildLine({ miner: btcMiner, work: 30n }));
    ctx.advance(60_000);
    arrive();
    expect(await add()).toEqual({ kind: 'difficulty-jumped', least: '1000', most: '4000' });
    expect(await add({ despiteDifficulty: 'the chain was split' })).toMatchObject({ kind: 'booked' });
    expect(await ctx.db.query(sql`SELECT kind, reason FROM operator_decisions`)).toEqual([
      { kind: 'income-despite-difficulty', reason: 'the chain was split' },
    ]);
  });

  it('covers each slice of work once, and with further payments of half a day once more', async () => {
    const relayed = { upstream: 'other-pool', networkWork: 1000n };
    for (const output of [0, 1, 2, 3, 4]) arrive(coin, output);
    await work(relayed, buildLine({ miner: btcMiner, work: 30n }));
    ctx.advance(60_000);
    const middle = untilNow();
    await work(relayed, buildLine({ miner: btcMiner, work: 70n }));
    ctx.advance(60_000);
    expect(await add({ until: middle })).toMatchObject({ kind: 'booked', work: '30' });
    ctx.advance(6 * 3_600_000);
    expect(await add({ reference: `${txid}:1`, further: true })).toMatchObject({
      kind: 'booked',
      work: '30',
    });
    ctx.advance(6 * 3_600_000 + 1);
    // Half a day after the first, however late the one before came: the work is cleared a day after it.
    expect(await add({ reference: `${txid}:2`, further: true })).toEqual({ kind: 'no-further' });
    expect(await add({ reference: `${txid}:2` })).toMatchObject({ kind: 'booked', work: '70' });
    expect(await add({ reference: `${txid}:3`, further: true })).toMatchObject({
      kind: 'booked',
      work: '70',
    });
    expect(await add({ reference: `${txid}:4` })).toEqual({ kind: 'no-work' });
    const { list } = await readEvents(ctx, 1n, { page: 1, types: ['reward'], after: undefined });
    const spans = list.map(({ body }) => (body.type === 'reward' ? [body.timeStart, body.timeEnd] : []));
    expect(spans.toReversed()).toEqual([
      [testStart, testStart + 60_000],
      [testStart, testStart + 60_000],
      [testStart + 60_000, testStart + 120_000],
      [testStart + 60_000, testStart + 120_000],
    ]);
  });

  it('leaves work of blocks and of other pools alone, and is left alone by them', async () => {
    await work(undefined, buildLine({ miner: btcMiner, work: 1000n }));
    await work({ upstream: 'other-pool', networkWork: 1000n }, buildLine({ miner: btcMiner, work: 30n }));
    await work({ upstream: 'a-third', networkWork: 1000n }, buildLine({ miner: btcMiner, work: 500n }));
    ctx.advance(60_000);
    arrive();
    expect(await add()).toMatchObject({ kind: 'booked', work: '30' });
    const end = { algorithm: 'sha256', last_slice_id: 10n, network_work: 10_000n, chain: 'fake' };
    const { work: ofBlocks } = await readWindow(ctx.db, await readSlices(ctx.db, end));
    expect(ofBlocks).toBe(1000n);
    // What lies between blocks is work on their chain.
    expect(await ctx.db.query(sql`SELECT work FROM mined_work`)).toEqual([{ work: 1000n }]);
  });

  it('keeps the work until a day after it is paid for', async () => {
    const relayed = { upstream: 'other-pool', networkWork: 1000n };
    await work(relayed, buildLine({ miner: btcMiner, work: 30n }));
    ctx.advance(40 * 86_400_000);
    expect(await clearPaidSlices(ctx)).toBe(0);
    arrive();
    expect(await add()).toMatchObject({ kind: 'booked', work: '30' });
    // Work that waits for its payment stays, however old it becomes.
    await work(relayed, buildLine({ miner: btcMiner, work: 70n }));
    ctx.advance(86_400_000 - 1);
    expect(await clearPaidSlices(ctx)).toBe(0);
    ctx.advance(1);
    // Its work; the slice that the round names stays, marked.
    expect(await clearPaidSlices(ctx)).toBe(2);
    expect(await clearPaidSlices(ctx)).toBe(0);
    ctx.advance(40 * 86_400_000);
    expect(await clearPaidSlices(ctx)).toBe(0);
    arrive(coin, 1);
    expect(await add({ reference: `${txid}:1` })).toMatchObject({ kind: 'booked', work: '70' });
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
  });
});

describe('any payments of other pools', () => {
  it('credit exactly what came in less the fees, and nothing where nothing came in', async () => {
    const lines = fc.array(fc.tuple(fc.nat(2), fc.bigInt(1n, 10n ** 12n)), { minLength: 1, maxLength: 4 });
    const minutes = fc.array(fc.tuple(fc.bigInt(2n, 10n ** 20n), lines), { minLength: 1, maxLength: 3 });
    const payment = fc.bigInt(1n, 5n * 10n ** 8n).map((satoshis) => satoshis * 10n ** 10n);
    const ctx = await createTestContext(oneEngine()[0] ?? 'pglite');
    let count = 0;
    let held = 0n;
    let feesBefore = 0n;
    /** Since the last payment. */
    const unpaid: (readonly [bigint, readonly (readonly [number, bigint])[]])[] = [];
    const addresses = ['', '1', '2'].map((memo) => ({ ...btcMiner, memo: memo === '' ? null : memo }));
    try {
      await fc.assert(
        fc.asyncProperty(minutes, payment, fc.boolean(), async (spans, amount, comes) => {
          for (const [networkWork, parts] of spans) {
            count += 1;
            const id = `22222222-2222-4222-8222-${count.toString(16).padStart(12, '0')}`;
            const at = ctx.clock.now();
            const built = parts.map(([who, done]) =>
              buildLine({ miner: addresses[who] ?? btcMiner, work: done, firstAt: at, lastAt: at }),
            );
            await recordWork(ctx, {
              ...buildBatch(id, ...built),
              relayed: { upstream: 'other-pool', networkWork },
            });
            ctx.advance(60_000);
          }
          unpaid.push(...spans);
          const before = await sumOf(ctx);
          const had = await balancesOf(ctx);
          if (comes) held += amount;
          const request = {
            upstream: 'other-pool',
            amount: satoshiText(amount),
            reference: `${txid}:${count}`,
            until: new Date(ctx.clock.now()).toISOString(),
            despiteDifficulty: 'a property',
            reason: 'it came',
          };
          const outputs = new Map(comes ? [[request.reference, amount]] : []);
          const wallet = { holdings: async () => ({ amounts: new Map([['BTC', held]]), unanswered: [] }) };
          const verbs = {
            ...ctx,
            actor: 'suite',
            upstreams: [otherPool],
            wallet,
            arrivals: arrivalsOf(outputs),
          };
          const kinds = [await addIncome(verbs, request), await addIncome(verbs, request)].map(
            ({ kind }) => kind,
          );
          const after = await sumOf(ctx);
          const fees = after.fees - feesBefore;
          feesBefore = after.fees;
          expect(kinds).toEqual(comes ? ['booked', 'already-booked'] : ['not-arrived', 'not-arrived']);
          expect(after.mined - before.mined).toBe(comes ? amount - fees : 0n);
          if (!comes) return;
          const valueOf = (who: number | undefined): number =>
            unpaid
              .flatMap(([networkWork, parts]) =>
                parts.map(([each, done]) => ({ each, value: Number(done) / Number(networkWork) })),
              )
              .filter(({ each }) => who === undefined || each === who)
              .reduce((sum, { value }) => sum + value, 0);
          const has = await balancesOf(ctx);
          for (const [who, memo] of ['', '1', '2'].entries()) {
            const got = Number((has.get(memo) ?? 0n) - (had.get(memo) ?? 0n));
            const due = (Number(amount) * 0.99 * valueOf(who)) / valueOf(undefined);
            expect(Math.abs(got - due)).toBeLessThanOrEqual(2 + due * 1e-9);
          }
          unpaid.length = 0;
        }),
        { numRuns: 12 },
      );
      expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
    } finally {
      await ctx.close();
    }
  });

  async function balancesOf({ db }: TestContext): Promise<ReadonlyMap<string, bigint>> {
    const rows = await db.query<{ memo: string; amount: bigint }>(sql`
      SELECT memo, amount FROM balances JOIN miners ON account = 'miner:' || miners.id || ':mining'`);
    return new Map(rows.map(({ memo, amount }) => [memo, amount]));
  }

  async function sumOf({ db }: TestContext): Promise<{ mined: bigint; fees: bigint }> {
    const [row] = await db.query<{ mined: bigint; fees: bigint }>(sql`
      SELECT coalesce(sum(amount) FILTER (WHERE kind = 'mining'), 0) AS mined,
             coalesce(sum(amount) FILTER (WHERE account = 'pool:fees'), 0) AS fees FROM balances`);
    return row ?? { mined: 0n, fees: 0n };
  }
});

function satoshiText(amount: bigint): string {
  const satoshis = (amount / 10n ** 10n).toString().padStart(9, '0');
  return `${satoshis.slice(0, -8)}.${satoshis.slice(-8)}`;
}
