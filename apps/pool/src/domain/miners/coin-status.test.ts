import { miningAccount } from '@openlode/ledger/accounts';
import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail } from '../../sandbox/testing/adversarial-rail.ts';
import { bookEntry } from '../ledger/book-entry.ts';
import { delistCoin } from '../operations/delist-coin.ts';
import { listDelisted } from '../operations/list-delisted.ts';
import { paySmallest } from '../operations/pay-smallest.ts';
import { reservePayout } from '../payouts/reserve-payout.ts';
import { liftByItself, suspendPayouts } from '../payouts/suspensions.ts';
import { countPayableHours } from '../retention/count-payable-hours.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import {
  coin,
  giveBalance,
  openMiner,
  type PayingProcess,
  payingProcess,
} from '../../testing/payouts/payout-world.ts';
import { delistedSince, readClosures, rememberClosures, statusOf } from './coin-status.ts';

const hour = 3_600_000;
const day = 24 * hour;
const since = Date.UTC(2026, 0, 15);
const nothing = { byOperator: new Map(), byCatalogue: new Map(), payableHours: new Map() };

describe('statusOf', () => {
  it.each([
    ['is open where nothing closed it', { coin: 'DOGE', network: 'DOGE' }, 0, { kind: 'open' }],
    ['winds down for ninety days', { coin: 'LTC', network: 'LTC' }, 90 * day - 1, { kind: 'winding-down' }],
    ['is closed afterwards', { coin: 'LTC', network: 'LTC' }, 90 * day, { kind: 'closed', since }],
    [
      'winds down for ninety days in which payouts could leave',
      { coin: 'DGB', network: 'DGB' },
      300 * day,
      { kind: 'winding-down', payableUntil: since + 300 * day + 3_600_000 },
    ],
    [
      'winds down from now where they never could',
      { coin: 'XVG', network: 'XVG' },
      91 * day,
      { kind: 'winding-down', payableUntil: since + 181 * day },
    ],
    [
      'winds down where the catalogue closed it',
      { coin: 'FTM', network: 'FTM' },
      0,
      { kind: 'winding-down' },
    ],
    [
      'is closed where it was never served',
      { coin: 'FTM', network: 'ETH' },
      0,
      { kind: 'closed', since: null },
    ],
    ['is closed on a network that is closed', { coin: 'WAVES', network: 'WAVES' }, 0, { kind: 'closed' }],
    ['is closed where there is no such network', { coin: 'DOGE', network: 'X' }, 0, { kind: 'closed' }],
  ])('%s', (_title, pair, after, status) => {
    const closures = {
      byOperator: new Map(['LTC', 'DGB', 'XVG'].map((coin) => [coin, since])),
      byCatalogue: new Map([['FTM:FTM', since]]),
      payableHours: new Map([
        ['LTC:LTC', 2160],
        ['DGB:DGB', 2159],
      ]),
    };
    expect(statusOf(closures, pair, since + after)).toMatchObject(status);
  });

  it('says since when a coin earns nothing', () => {
    expect(delistedSince(nothing, 'DOGE')).toBeUndefined();
    expect(delistedSince(nothing, 'FTM')).toBeNull();
    // Payouts on its one network are closed, and its miners earn on.
    expect(delistedSince(nothing, 'WAVES')).toBeUndefined();
    expect(delistedSince({ ...nothing, byCatalogue: new Map([['FTM:FTM', since]]) }, 'FTM')).toBe(since);
  });
});

describe.each(testEngines())('a coin that is closed, on %s', (engine) => {
  let ctx: TestContext;
  let paying: PayingProcess;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
    paying = payingProcess(ctx, adversarialRail(ctx.clock, { below: () => 0, percent: () => false }));
  });
  afterAll(async () => {
    paying.end();
    await ctx.close();
  });

  /** The pool's own money, for fees. */
  const giveOwn = (amount: bigint, asset = 'DOGE') =>
    ctx.db.transaction((tx) =>
      bookEntry(tx, {
        key: `given-own:${asset}:${amount}`,
        kind: 'given',
        at: ctx.clock.now(),
        postings: [
          { account: 'ext:suite', asset, amount: -amount },
          { account: 'pool:fees', asset, amount },
        ],
      }),
    );

  it('is paid for ninety days in which payouts can leave, and no longer', async () => {
    const first = await openMiner(ctx);
    const second = await openMiner(ctx);
    for (const miner of [first, second]) await giveBalance(ctx, miner, 50n * coin);
    await ctx.db.query(
      sql`INSERT INTO delisted_coins (coin, since) VALUES ('DOGE', ${new Date(ctx.clock.now())})`,
    );
    await countPayableHours(ctx);
    await countPayableHours(ctx);
    // Hours in which nothing can leave: a suspension, a network left to the daily run, no rail, a clock that is off. And a pool that is down.
    const uncounted = async (more: Partial<Parameters<typeof countPayableHours>[0]> = {}) => {
      ctx.advance(hour);
      await countPayableHours({ ...ctx, ...more });
    };
    await suspendPayouts(ctx.db, { network: 'DOGE', reason: 'wallet-unreachable', detail: 'x' }, since);
    await uncounted();
    await liftByItself(ctx.db, 'DOGE', 'wallet-unreachable', 'answers', since);
    await ctx.db.query(sql`
      INSERT INTO network_maintenance (network, mode, message, since) VALUES ('DOGE', 'auto-only', 'x', ${new Date(since)})`);
    await uncounted();
    await ctx.db.query(sql`DELETE FROM network_maintenance`);
    await uncounted({ pays: () => false });
    await uncounted({ payoutBlockReason: () => 'clock-skew' });
    ctx.advance(100 * day);
    await countPayableHours(ctx);
    const counted = sql`SELECT payable_hours FROM wind_downs WHERE coin = 'DOGE' AND network = 'DOGE'`;
    expect(await ctx.db.query(counted)).toEqual([{ payable_hours: 2 }]);

    await ctx.db.query(sql`UPDATE wind_downs SET payable_hours = 2159 WHERE network = 'DOGE'`);
    expect((await reservePayout(paying, first, 'manual')).kind).toBe('reserved');
    ctx.advance(hour);
    await countPayableHours(ctx);
    expect((await reservePayout(paying, second, 'manual')).kind).toBe('coin-gone');
    // What came back to its owner too late has a way out.
    await giveOwn(10n * coin);
    const again = { coin: 'DOGE', reason: 'a payout was released' };
    expect(await paySmallest({ ...ctx, payouts: paying, actor: 'root' }, again)).toMatchObject({
      kind: 'done',
    });
    expect((await reservePayout(paying, second, 'manual')).kind).toBe('reserved');
  });

  it('is paid from a tenth of the minimum on, on request and by the next run where auto-pay is on', async () => {
    await ctx.db.query(sql`DELETE FROM delisted_coins`);
    // Of 5 DOGE.
    const tenth = coin / 2n;
    const [asks, below, auto] = [
      await openMiner(ctx),
      await openMiner(ctx),
      await openMiner(ctx, { autoPay: true }),
    ];
    await giveBalance(ctx, asks, tenth);
    await giveBalance(ctx, below, tenth - coin / 100_000_000n);
    await giveBalance(ctx, auto, tenth);
    expect(await reservePayout(paying, asks, 'manual')).toMatchObject({ kind: 'below-threshold' });
    const input = { coin: 'DOGE', delist: true, reason: 'no market' };
    expect(await delistCoin({ ...ctx, actor: 'root' }, input)).toEqual({ kind: 'done', coin: 'DOGE' });
    expect(await reservePayout(paying, asks, 'manual')).toMatchObject({ kind: 'reserved', amount: tenth });
    expect(await reservePayout(paying, below, 'manual')).toEqual({
      kind: 'below-threshold',
      threshold: tenth,
    });
    expect(await reservePayout(paying, auto, 'auto')).toMatchObject({ kind: 'reserved', amount: tenth });
  });

  it('leaves no balance without an end: what is too small is named, and paid where the operator says so', async () => {
    await ctx.db.query(sql`DELETE FROM delisted_coins`);
    await ctx.db.query(sql`DELETE FROM wind_downs`);
    const root = { ...ctx, payouts: paying, actor: 'root' };
    const [small, dust, late] = [await openMiner(ctx), await openMiner(ctx), await openMiner(ctx)];
    await ctx.db.query(
      sql`UPDATE miners SET coin = 'LTC', network = 'LTC' WHERE id IN (${small}, ${dust}, ${late})`,
    );
    const give = (miner: bigint, amount: bigint) =>
      ctx.db.transaction((tx) =>
        bookEntry(tx, {
          key: `given-litecoin:${miner}`,
          kind: 'given',
          at: ctx.clock.now(),
          postings: [
            { account: 'ext:suite', asset: 'LTC', amount: -amount },
            { account: miningAccount(miner), asset: 'LTC', amount },
          ],
        }),
      );
    // Of 0.02 LTC a tenth is 0.002; the chain carries 0.0000546 and more.
    await give(small, 15n * 10n ** 14n);
    await give(dust, 10n ** 12n);
    const left = async () => (await listDelisted(root)).filter((each) => each.coin === 'LTC');
    const delist = () => delistCoin(root, { coin: 'LTC', delist: true, reason: 'no market' });
    const pay = (more: object = {}) => paySmallest(root, { coin: 'ltc', reason: 'the last ones', ...more });
    expect(await pay()).toEqual({ kind: 'nothing-to-pay' });
    expect(await delist()).toEqual({ kind: 'done', coin: 'LTC' });
    const unpaid = { network: 'LTC', miners: 2, owed: '0.001501', unpaid: '0.001501', payments: 1 };
    expect(await left()).toMatchObject([unpaid]);
    // An answer was lost, and the command is repeated.
    expect(await delist()).toEqual({ kind: 'done', coin: 'LTC', already: true });
    expect(await left()).toMatchObject([unpaid]);
    expect((await readClosures(ctx.db)).paidOut).toEqual(new Map());
    expect(await reservePayout(paying, small, 'manual')).toMatchObject({ kind: 'below-threshold' });
    await ctx.db.query(
      sql`INSERT INTO wind_downs (coin, network, payable_hours, counted_hour) VALUES ('LTC', 'LTC', 2160, 0)`,
    );
    ctx.advance(90 * day);
    expect(await left()).toMatchObject([{ payableUntil: null, owed: '0.001501', unpaid: '0.001501' }]);
    expect((await reservePayout(paying, small, 'manual')).kind).toBe('coin-gone');
    const fees = `${formatAmount(paying.rail.terms('LTC', 'LTC').feeMax)} LTC`;
    expect(await left()).toMatchObject([{ payments: 1, feesMost: fees }]);
    expect(await pay()).toEqual({ kind: 'fees-exceed-own', payments: 1, fees, available: '0 LTC' });
    await giveOwn(10n * coin, 'LTC');
    expect(await pay({ agreed: '0' })).toEqual({ kind: 'more-than-agreed', payments: 1 });
    expect(await pay({ network: 'BSC' })).toEqual({ kind: 'nothing-to-pay' });
    expect(await pay({ agreed: '1' })).toEqual({
      kind: 'done',
      coin: 'LTC',
      networks: ['LTC'],
      payments: 1,
      fees,
    });
    expect(await pay()).toEqual({ kind: 'nothing-to-pay' });
    expect(await left()).toMatchObject([{ owed: '0.001501', unpaid: '0.000001', payments: 0 }]);
    expect(await reservePayout(paying, small, 'manual')).toMatchObject({
      kind: 'reserved',
      amount: 15n * 10n ** 14n,
    });
    expect(await reservePayout(paying, dust, 'manual')).toMatchObject({ kind: 'below-threshold' });
    // No more than were agreed to.
    await give(late, 15n * 10n ** 14n);
    expect(await reservePayout(paying, late, 'manual')).toMatchObject({ kind: 'below-threshold' });
    expect(await left()).toMatchObject([{ miners: 2, owed: '0.001501', unpaid: '0.001501', payments: 1 }]);
    expect(await pay()).toMatchObject({ kind: 'done', payments: 1 });
    await delistCoin(root, { coin: 'LTC', delist: false, reason: 'a market again' });
    expect((await readClosures(ctx.db)).paidOut).toEqual(new Map());
  });

  it('pays the smallest balances of a closed network of an open coin, and closes no more of it', async () => {
    const at = new Date(ctx.clock.now());
    await ctx.db.query(
      sql`INSERT INTO catalogue_closures (coin, network, since) VALUES ('EOS', 'BSC', ${at})`,
    );
    const miner = await openMiner(ctx);
    await ctx.db.query(sql`UPDATE miners SET coin = 'EOS', network = 'BSC' WHERE id = ${miner}`);
    const amount = coin / 1000n;
    await ctx.db.transaction((tx) =>
      bookEntry(tx, {
        key: 'given-eos',
        kind: 'given',
        at: ctx.clock.now(),
        postings: [
          { account: 'ext:suite', asset: 'EOS', amount: -amount },
          { account: miningAccount(miner), asset: 'EOS', amount },
        ],
      }),
    );
    await giveOwn(10n * coin, 'EOS');
    expect(
      await paySmallest(
        { ...ctx, payouts: paying, actor: 'root' },
        { coin: 'EOS', network: 'bsc', reason: 'x' },
      ),
    ).toMatchObject({ kind: 'done', networks: ['BSC'], payments: 1 });
    const { byOperator, paidOut } = await readClosures(ctx.db);
    expect([byOperator.has('EOS'), [...(paidOut ?? [])]]).toEqual([false, [['EOS:BSC', 0n]]]);
    expect(await reservePayout(paying, miner, 'manual')).toMatchObject({ kind: 'reserved', amount });
    await ctx.db.query(sql`DELETE FROM catalogue_closures`);
  });

  it('pays the smallest balances no more once a release serves it again, also where a later one closes it', async () => {
    const at = new Date(ctx.clock.now());
    await ctx.db.query(
      sql`INSERT INTO catalogue_closures (coin, network, since) VALUES ('FTM', 'FTM', ${at}), ('FTM', 'ETH', ${at})`,
    );
    await ctx.db.query(sql`
      INSERT INTO smallest_balances_paid (coin, network, since, payments_left, fee_asset, fee_max)
      VALUES ('FTM', 'FTM', ${at}, 3, 'FTM', 1), ('FTM', 'ETH', ${at}, 0, 'ETH', 1), ('BTC', 'BTC', ${at}, 3, 'BTC', 1)`);
    await countPayableHours(ctx);
    expect((await readClosures(ctx.db)).paidOut).toEqual(new Map([['FTM:FTM', 0n]]));
    await ctx.db.query(sql`DELETE FROM catalogue_closures`);
    await ctx.db.query(sql`DELETE FROM smallest_balances_paid`);
  });

  it('is remembered from the first start with the catalogue that closed it, where it was served before', async () => {
    const at = new Date(ctx.clock.now());
    await ctx.db.query(sql`
      INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at, auto_pay)
      VALUES ('cccccccc-0000-4000-8000-000000000001', 'FTM', 'FTM', 'payee', ${at}, ${at}, true),
             ('cccccccc-0000-4000-8000-000000000002', 'FTM', 'FTM', 'other', ${at}, ${at}, false)`);
    const owed = sql`SELECT address FROM payout_run_waits JOIN miners ON miners.id = miner_id WHERE coin = 'FTM'`;
    await ctx.db.query(
      sql`INSERT INTO catalogue_closures (coin, network, since) VALUES ('DOGE', 'DOGE', NULL)`,
    );
    await rememberClosures(ctx);
    expect(await ctx.db.query(owed)).toEqual([{ address: 'payee' }]);
    await ctx.db.query(sql`DELETE FROM payout_run_waits`);
    ctx.advance(day);
    await rememberClosures(ctx);
    expect(await ctx.db.query(owed)).toEqual([]);
    const { byCatalogue } = await readClosures(ctx.db);
    expect(byCatalogue.get('FTM:FTM')).toBe(at.getTime());
    expect(byCatalogue.get('OMG:ETH')).toBeNull();
    expect(byCatalogue.has('DOGE:DOGE')).toBe(false);
  });
});
