import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail } from '../../sandbox/testing/adversarial-rail.ts';
import { reservePayout } from '../payouts/reserve-payout.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import {
  coin,
  giveBalance,
  openAccount,
  type PayingProcess,
  payingProcess,
} from '../../testing/payouts/payout-world.ts';
import { delistedSince, readClosures, rememberClosures, statusOf } from './coin-status.ts';

const day = 86_400_000;
const since = Date.UTC(2026, 0, 15);
const nothing = { byOperator: new Map(), byCatalogue: new Map() };

describe('statusOf', () => {
  it.each([
    ['is open where nothing closed it', { coin: 'DOGE', network: 'DOGE' }, 0, { kind: 'open' }],
    ['winds down for ninety days', { coin: 'LTC', network: 'LTC' }, 90 * day - 1, { kind: 'winding-down' }],
    ['is closed afterwards', { coin: 'LTC', network: 'LTC' }, 90 * day, { kind: 'closed', since }],
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
    const closures = { byOperator: new Map([['LTC', since]]), byCatalogue: new Map([['FTM:FTM', since]]) };
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

  it('is paid for ninety days, and no longer', async () => {
    const first = await openAccount(ctx);
    const second = await openAccount(ctx);
    for (const account of [first, second]) await giveBalance(ctx, account, 50n * coin);
    await ctx.db.query(
      sql`INSERT INTO delisted_coins (coin, since) VALUES ('DOGE', ${new Date(ctx.clock.now())})`,
    );
    ctx.advance(90 * day - 1);
    expect((await reservePayout(paying, first, 'manual')).kind).toBe('reserved');
    ctx.advance(1);
    expect((await reservePayout(paying, second, 'manual')).kind).toBe('coin-gone');
  });

  it('is remembered from the first start with the catalogue that closed it, where it was served before', async () => {
    const at = new Date(ctx.clock.now());
    await ctx.db.query(sql`
      INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at)
      VALUES ('cccccccc-0000-4000-8000-000000000001', 'FTM', 'FTM', 'payee', ${at}, ${at})`);
    await ctx.db.query(
      sql`INSERT INTO catalogue_closures (coin, network, since) VALUES ('DOGE', 'DOGE', NULL)`,
    );
    await rememberClosures(ctx);
    ctx.advance(day);
    await rememberClosures(ctx);
    const { byCatalogue } = await readClosures(ctx.db);
    expect(byCatalogue.get('FTM:FTM')).toBe(at.getTime());
    expect(byCatalogue.get('OMG:ETH')).toBeNull();
    expect(byCatalogue.has('DOGE:DOGE')).toBe(false);
  });
});
