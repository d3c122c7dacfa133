import { miningAccount } from '@openlode/ledger/accounts';
import type { Entry } from '@openlode/ledger/posting';
import { sweepEntry, sweepUndoneEntry } from '@openlode/ledger/treasury-entries';
import { formatAmount } from '@openlode/money/amount';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../runtime/database/database.ts';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import {
  clearPayouts,
  coin,
  openMiner,
  type PayingProcess,
  payingProcess,
} from '../../testing/payouts/payout-world.ts';
import { bookEntry } from '../ledger/book-entry.ts';
import { selectPayouts } from '../payouts/payout.ts';
import { releaseReserved } from '../payouts/release-payout.ts';
import { reservePayout } from '../payouts/reserve-payout.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { moveFunds } from '../treasury/move-funds.ts';
import { delistCoin } from './delist-coin.ts';
import { listDelisted } from './list-delisted.ts';
import { paySmallest } from './pay-smallest.ts';

/** In 10^-18 LTC: of the minimum of 0.02 LTC a tenth is 0.002, and the chain carries 0.0000546 and more. */
const thousandths = (count: bigint) => (count * coin) / 1000n;

describe.each(oneEngine())('paySmallest on %s', (engine) => {
  let ctx: TestContext;
  let paying: PayingProcess;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
    paying = payingProcess(ctx, adversarialRail(ctx.clock, calm));
    await delistCoin({ ...ctx, actor: 'root' }, { coin: 'LTC', delist: true, reason: 'no market' });
    await give('own', 'pool:capital', 10n * coin);
  });
  beforeEach(async () => {
    await clearPayouts(ctx);
    await ctx.db.query(sql`DELETE FROM smallest_balances_paid`);
    await ctx.db.query(sql`UPDATE miners SET coin = 'DOGE', network = 'DOGE'`);
  });
  afterAll(() => ctx.close());

  /** The database, with something that happens before one of its statements. */
  const pausing = (isIt: (text: string) => boolean, before: () => Promise<void>): Database => ({
    ...ctx.db,
    transaction: (work, options) =>
      ctx.db.transaction((tx) => {
        const query: typeof tx.query = async (statement) => {
          if (isIt(statement.text)) await before();
          return tx.query(statement);
        };
        return work({ ...tx, query });
      }, options),
  });
  const give = (key: string, account: ReturnType<typeof miningAccount>, amount: bigint, asset = 'LTC') =>
    ctx.db.transaction((tx) =>
      bookEntry(tx, {
        key: `given:${key}`,
        kind: 'given',
        at: ctx.clock.now(),
        postings: [
          { account: 'ext:suite', asset, amount: -amount },
          { account, asset, amount },
        ],
      }),
    );
  async function minerWith(amount: bigint, options = {}): Promise<bigint> {
    const miner = await openMiner(ctx, options);
    await ctx.db.query(sql`UPDATE miners SET coin = 'LTC', network = 'LTC' WHERE id = ${miner}`);
    await give(miner.toString(), miningAccount(miner), amount);
    return miner;
  }
  const pay = (more: object = {}, db: Database = ctx.db) =>
    paySmallest({ ...ctx, db, payouts: paying, actor: 'root' }, { coin: 'LTC', reason: 'ends', ...more });
  const left = async () =>
    ctx.db.query<{ payments_left: number }>(sql`SELECT payments_left FROM smallest_balances_paid`);
  const reserve = (miner: bigint, kind: 'manual' | 'auto' = 'manual') => reservePayout(paying, miner, kind);
  const feeMax = () => paying.rail.terms('LTC', 'LTC').feeMax;

  it('pays none below the least that an operator finds worth its fee, and those between when asked again', async () => {
    const [below, at] = [await minerWith(thousandths(1n) - 1n), await minerWith(thousandths(1n))];
    expect(await pay({ least: '0,001' })).toEqual({ kind: 'malformed-least' });
    expect(await pay({ least: '0.0021' })).toEqual({
      kind: 'least-too-high',
      network: 'LTC',
      tenth: '0.002',
    });
    expect(await pay({ least: '0.001', agreed: '1' })).toMatchObject({ kind: 'done', payments: 1 });
    expect(await reserve(below)).toEqual({ kind: 'below-threshold', threshold: thousandths(1n) });
    const root = { ...ctx, payouts: paying };
    expect((await listDelisted(root)).map(({ payments }) => payments)).toEqual([1]);
    expect((await listDelisted(root, { least: '0.001' })).map(({ payments }) => payments)).toEqual([0]);
    // The same, or a higher one, adds nothing.
    for (const least of ['0.001', '0.0015']) expect(await pay({ least })).toEqual({ kind: 'nothing-to-pay' });
    expect(await pay({ least: '0.0005', agreed: '1' })).toMatchObject({ kind: 'done', payments: 1 });
    expect(await left()).toEqual([{ payments_left: 2 }]);
    expect((await reserve(below)).kind).toBe('reserved');
    expect((await reserve(at)).kind).toBe('reserved');
    expect(await left()).toEqual([{ payments_left: 0 }]);
  });

  it('makes no more payments than were agreed to, where owners and the daily run ask at once, and pays a balance once', async () => {
    const miners: { readonly id: bigint; readonly kind: 'manual' | 'auto' }[] = [];
    for (const kind of ['manual', 'auto', 'manual', 'auto'] as const)
      miners.push({ kind, id: await minerWith(thousandths(1n), { autoPay: kind === 'auto' }) });
    expect(await pay()).toMatchObject({ kind: 'done', payments: 4 });
    await ctx.db.query(sql`UPDATE smallest_balances_paid SET payments_left = 3`);
    const outcomes = await Promise.all(
      miners.flatMap(({ id, kind }) => [reserve(id, kind), reserve(id, kind)]),
    );
    expect(outcomes.filter(({ kind }) => kind === 'reserved')).toHaveLength(3);
    for (const { kind } of outcomes) expect(['reserved', 'below-threshold', 'paid-today']).toContain(kind);
    const paid = await ctx.db.query<{ miners: bigint; amount: bigint }>(
      sql`SELECT count(DISTINCT miner_id) AS miners, sum(amount) AS amount FROM payouts WHERE coin = 'LTC'`,
    );
    expect(paid).toEqual([{ miners: 3n, amount: thousandths(3n) }]);
    expect(await left()).toEqual([{ payments_left: 0 }]);
  });

  it('promises once where two operators ask at once, and neither waits for payouts that are being reserved', async () => {
    const [paid, other] = [await minerWith(thousandths(1n)), await minerWith(thousandths(1n))];
    await minerWith(thousandths(1n) / 2n);
    expect(
      (await Promise.all([pay({ least: '0.001' }), pay({ least: '0.001' })])).map(({ kind }) => kind),
    ).toEqual(expect.arrayContaining(['done', 'nothing-to-pay']));
    expect(await left()).toEqual([{ payments_left: 2 }]);
    const outcomes = await Promise.all([reserve(paid), pay({ least: '0.0001' }), reserve(other)]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['reserved', 'done', 'reserved']);
    const rest = (await left())[0]?.payments_left ?? 0;
    // At most as many as were named, and never fewer than are not paid yet.
    expect(rest).toBeGreaterThanOrEqual(1);
    expect(rest).toBeLessThanOrEqual(3);
  });

  it('keeps a withdrawal from taking what the promised fees may need', async () => {
    await minerWith(thousandths(1n));
    expect((await pay()).kind).toBe('done');
    const withdraw = (amount: bigint, reference: string) =>
      moveFunds(
        { ...ctx, actor: 'root' },
        { kind: 'withdrawal', amount: formatAmount(amount), coin: 'LTC', reference, reason: 'profit' },
      );
    const available = 10n * coin - feeMax();
    expect(await withdraw(10n * coin, 'all')).toEqual({
      kind: 'exceeds-own',
      available: formatAmount(available),
    });
    // As many decimals as a wallet of LTC has.
    const free = available - (available % 10n ** 10n);
    const at = await Promise.all([withdraw(free, 'most'), withdraw(free, 'most again')]);
    expect(at.map(({ kind }) => kind).toSorted()).toEqual(['booked', 'exceeds-own']);
    await minerWith(thousandths(1n));
    // What is left pays for the one that was promised.
    expect(await pay({ least: '0.0005' })).toEqual({ kind: 'nothing-to-pay' });
    await give('own again', 'pool:capital', free);
  });

  it('promises no fees out of what is cold, or on its way there', async () => {
    await minerWith(thousandths(1n));
    const [row] = await ctx.db.query<{ amount: bigint }>(
      sql`SELECT sum(amount) AS amount FROM balances WHERE asset = 'LTC' AND kind IN ('own', 'loss')`,
    );
    const swept = (row?.amount ?? 0n) - feeMax() + 1n;
    const none = {
      kind: 'fees-exceed-own',
      payments: 1,
      fees: `${formatAmount(feeMax())} LTC`,
      available: `${formatAmount(feeMax() - 1n)} LTC`,
    };
    const at = new Date(ctx.clock.now());
    await ctx.db.query(sql`
      INSERT INTO sweeps (order_id, coin, network, address, amount, fee_asset, fee_max, state, state_at, planned_at, reason, operator)
      VALUES ('sweep-1', 'LTC', 'LTC', 'cold', ${swept}, 'LTC', 0, 'planned', ${at}, ${at}, 'too much', 'ann')`);
    expect(await pay()).toEqual(none);
    await clearPayouts(ctx);
    expect((await pay()).kind).toBe('done');
    await ctx.db.query(sql`DELETE FROM smallest_balances_paid`);
    const funds = { asset: 'LTC', network: 'LTC', amount: swept, txid: 'ab' } as const;
    const book = (entry: Entry) => ctx.db.transaction((tx) => bookEntry(tx, entry));
    await book(sweepEntry({ ...funds, before: 0 }, ctx.clock.now()));
    expect(await pay()).toEqual(none);
    await book(sweepUndoneEntry({ ...funds, before: 0 }, ctx.clock.now()));
    expect((await pay()).kind).toBe('done');
  });

  it('leaves nothing behind where it dies on the way, and counts no payment that was not made', async () => {
    const miner = await minerWith(thousandths(1n));
    await minerWith(1n, { autoPay: true });
    const dying: Database = {
      ...ctx.db,
      transaction: (work, options) =>
        ctx.db.transaction(async (tx) => {
          const query: typeof tx.query = async (statement) => {
            if (statement.text.includes('INSERT INTO operator_decisions')) throw new Error('killed');
            return tx.query(statement);
          };
          return work({ ...tx, query });
        }, options),
    };
    await ctx.db.query(sql`DELETE FROM payout_run_waits`);
    await expect(pay({}, dying)).rejects.toThrow('killed');
    expect(await left()).toEqual([]);
    expect(await ctx.db.query(sql`SELECT 1 FROM payout_run_waits`)).toEqual([]);
    expect((await reserve(miner)).kind).toBe('below-threshold');
    expect((await pay()).kind).toBe('done');
    await expect(
      reservePayout(paying, miner, 'manual', async () => {
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await left()).toEqual([{ payments_left: 1 }]);
    expect((await reserve(miner)).kind).toBe('reserved');
    expect(await left()).toEqual([{ payments_left: 0 }]);
  });

  it('names what is paid where the least has more decimals than a payment', async () => {
    const [below, at] = [await minerWith(1_234_567_950_000_000n), await minerWith(1_234_570_000_000_000n)];
    // 0.0012345679 and 0.00123457 LTC are what of them can be paid.
    expect(await pay({ least: '0.001234567900000001' })).toMatchObject({ kind: 'done', payments: 1 });
    expect((await reserve(below)).kind).toBe('below-threshold');
    expect((await reserve(at)).kind).toBe('reserved');
  });

  it('does not let one who cannot be paid use up what was agreed to for the others', async () => {
    const [refused, other] = [await minerWith(thousandths(1n)), await minerWith(thousandths(1n))];
    expect(await pay()).toMatchObject({ kind: 'done', payments: 2 });
    for (let time = 0; time < 2; time += 1) {
      expect((await reserve(refused)).kind).toBe('reserved');
      const [payout] = await selectPayouts(ctx.db, sql`WHERE state = 'reserved'`);
      if (payout === undefined) throw new Error('nothing is reserved');
      expect(await releaseReserved(paying, payout, { reason: 'INVALID_ADDRESS', note: 'refused' })).toBe(
        true,
      );
      expect(await left()).toEqual([{ payments_left: 2 }]);
    }
    expect((await reserve(other)).kind).toBe('reserved');
    expect((await reserve(refused)).kind).toBe('reserved');
    expect(await left()).toEqual([{ payments_left: 0 }]);
  });

  it('promises nothing more once the wind-down is over', async () => {
    await minerWith(thousandths(1n));
    expect((await pay()).kind).toBe('done');
    const [own] = await ctx.db.query<{ amount: bigint }>(
      sql`SELECT sum(amount) AS amount FROM balances WHERE asset = 'LTC' AND kind IN ('own', 'loss')`,
    );
    const withdrawAll = (reference: string) =>
      moveFunds(
        { ...ctx, actor: 'root' },
        {
          kind: 'withdrawal',
          amount: formatAmount(own?.amount ?? 0n),
          coin: 'LTC',
          reference,
          reason: 'ends',
        },
      );
    await ctx.db.query(
      sql`INSERT INTO wind_downs (coin, network, payable_hours) VALUES ('LTC', 'LTC', 2160)`,
    );
    expect((await withdrawAll('during')).kind).toBe('exceeds-own');
    ctx.advance(91 * 86_400_000);
    expect((await withdrawAll('after')).kind).toBe('booked');
    await ctx.db.query(sql`DELETE FROM wind_downs`);
  });

  // One connection has nothing to wait for.
  it.runIf(engine === 'postgres')(
    'does not wait in a circle where the coin is delisted while a payout of its closed network is reserved',
    async () => {
      const miner = await openMiner(ctx, { autoPay: true });
      await ctx.db.query(sql`UPDATE miners SET coin = 'EOS', network = 'BSC' WHERE id = ${miner}`);
      await ctx.db.query(
        sql`INSERT INTO catalogue_closures (coin, network, since) VALUES ('EOS', 'BSC', ${new Date(ctx.clock.now())})`,
      );
      await ctx.db.query(sql`
      INSERT INTO smallest_balances_paid (coin, network, since, payments_left, fee_asset, fee_max)
      VALUES ('EOS', 'BSC', ${new Date(ctx.clock.now())}, 1, 'BNB', 1)`);
      await ctx.db.query(sql`INSERT INTO payout_run_waits (miner_id) VALUES (${miner})`);
      await give('eos', miningAccount(miner), 10n ** 15n, 'EOS');
      let isAtCount: () => void = () => undefined;
      const atCount = new Promise<void>((resolve) => {
        isAtCount = resolve;
      });
      const db = pausing(
        (text) => text.includes('payments_left > 0 FOR UPDATE'),
        async () => {
          isAtCount();
          await sleep(300);
        },
      );
      const reserving = reservePayout({ ...paying, db }, miner, 'auto');
      await atCount;
      // As if the run owed it because of a reward.
      await ctx.db.query(sql`DELETE FROM payout_run_waits`);
      const request = { coin: 'EOS', delist: true, reason: 'ends' };
      const delisting = delistCoin({ ...ctx, actor: 'root' }, request);
      expect(await Promise.all([reserving, delisting])).toMatchObject([
        { kind: 'reserved' },
        { kind: 'done', coin: 'EOS' },
      ]);
    },
  );
});
