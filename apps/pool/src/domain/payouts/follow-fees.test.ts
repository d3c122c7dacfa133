import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import {
  clearPayouts,
  coin,
  giveBalance,
  openMiner,
  payingProcess,
  type PayingProcess,
} from '../../testing/payouts/payout-world.ts';
import { readClosures, statusOf } from '../miners/coin-status.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { readCoinListing } from './payout-availability.ts';
import { endFollowing, followFees } from './follow-fees.ts';
import { reservePayout } from './reserve-payout.ts';

const hour = 3_600_000;
const doge = { coin: 'DOGE', network: 'DOGE' };
const followers = [{ ...doge, sharePercent: 2 }];

describe.each(testEngines())('a minimum that follows fees, on %s', (engine) => {
  let ctx: TestContext;
  let process: PayingProcess;
  /** In hundredths of a DOGE. */
  let cost: bigint;
  /** Whether two nodes say it. */
  let agrees: boolean;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    await clearPayouts(ctx);
    await ctx.db.query(sql`TRUNCATE payout_minimums, payout_fee_spells`);
    cost = 1n;
    agrees = true;
    process = payingProcess(ctx, {
      ...adversarialRail(ctx.clock, calm),
      quote: async (feeAsset) => ({
        feeAsset,
        alone: cost * coin,
        ...(agrees && { agreed: (cost * coin) / 100n }),
        together: 1n,
        payees: 1,
        cap: 10n * coin,
        rate: '',
      }),
    });
    // To one o'clock at night: whole days are easier to tell apart.
    ctx.advance(24 * hour - (ctx.clock.now() % (24 * hour)) + hour);
  });
  afterAll(() => ctx.close());

  const fail = (_pair: unknown, error: unknown): never => {
    throw error;
  };
  const look = (of = followers) => followFees(process, of, fail);
  const end = (of: typeof followers) => endFollowing(process, of, fail);
  const status = async () => statusOf(await readClosures(ctx.db), doge, ctx.clock.now());
  /** Looks once an hour; ends as many hours later. */
  const hours = async (count: number): Promise<void> => {
    for (let each = 0; each < count; each += 1) {
      await look();
      ctx.advance(hour);
    }
  };
  const midnight = (days: number): number =>
    ctx.clock.now() - (ctx.clock.now() % (24 * hour)) + days * 24 * hour;

  it('is announced a day before it counts, once fees have asked for it for six hours', async () => {
    await hours(7);
    expect(await status()).toEqual({ kind: 'open' });
    // Of 20 DOGE they would be the two percent.
    cost = 40n;
    await hours(6);
    expect(await status()).toEqual({ kind: 'open' });
    await look();
    const announced = { amount: 20n * coin, from: midnight(2) };
    expect(await status()).toEqual({ kind: 'open', next: announced });
    expect((await readCoinListing(ctx)).minimumOf(doge)).toEqual({ next: announced });
    // What was announced comes, also where fees have fallen meanwhile, and nothing else is announced before.
    cost = 1n;
    while (ctx.clock.now() < announced.from) {
      expect(await status()).toEqual({ kind: 'open', next: announced });
      await hours(1);
    }
    expect(await status()).toEqual({ kind: 'open', minimum: 20n * coin });
    expect((await readCoinListing(ctx)).minimumOf(doge)).toEqual({ current: 20n * coin });
  });

  it('holds for what is reserved from then on, and touches nothing of before', async () => {
    const miner = await openMiner(ctx);
    await giveBalance(ctx, miner, 12n * coin);
    cost = 40n;
    await hours(7);
    const reserved = await reservePayout(process, miner, 'manual');
    expect(reserved).toMatchObject({ kind: 'reserved', amount: 12n * coin });
    ctx.advance(48 * hour);
    const other = await openMiner(ctx);
    await giveBalance(ctx, other, 12n * coin);
    expect(await reservePayout(process, other, 'manual')).toMatchObject({
      kind: 'below-threshold',
      threshold: 20n * coin,
    });
    const [row] = await ctx.db.query(sql`SELECT state, amount FROM payouts WHERE miner_id = ${miner}`);
    expect(row).toEqual({ state: 'reserved', amount: 12n * coin });
    await giveBalance(ctx, other, 8n * coin);
    expect(await reservePayout(process, other, 'manual')).toMatchObject({ kind: 'reserved' });
  });

  it('falls from the next midnight on, to the usual one at last', async () => {
    cost = 40n;
    await hours(7);
    ctx.advance(48 * hour);
    cost = 1n;
    await hours(6);
    expect(await status()).toEqual({ kind: 'open', minimum: 20n * coin });
    await look();
    const usual = { amount: 5n * coin, from: midnight(1) };
    expect(await status()).toEqual({ kind: 'open', minimum: 20n * coin, next: usual });
    ctx.advance(24 * hour);
    expect(await status()).toEqual({ kind: 'open', minimum: 5n * coin });
  });

  it('ends at once where an operator follows fees no more, with what was announced', async () => {
    cost = 40n;
    await hours(7);
    ctx.advance(48 * hour);
    cost = 400n;
    await hours(7);
    expect(await status()).toMatchObject({ minimum: 20n * coin, next: { amount: 200n * coin } });
    await end([]);
    expect(await status()).toEqual({ kind: 'open', minimum: 5n * coin });
    ctx.advance(72 * hour);
    expect(await status()).toEqual({ kind: 'open', minimum: 5n * coin });
    // Again, from the beginning.
    await end([]);
    expect(await ctx.db.query(sql`SELECT 1 FROM payout_minimums`)).toHaveLength(4);
  });

  it('does not follow what another coin costs, or what is not known', async () => {
    const rail = adversarialRail(ctx.clock, calm);
    const quote = {
      feeAsset: 'ETH',
      alone: coin,
      together: coin,
      payees: 1,
      agreed: coin,
      cap: coin,
      rate: '',
    };
    process = payingProcess(ctx, { ...rail, quote: async () => quote });
    await hours(7);
    process = payingProcess(ctx, rail);
    await hours(7);
    expect(await status()).toEqual({ kind: 'open' });
    const failures: unknown[] = [];
    const silent = payingProcess(ctx, {
      ...rail,
      quote: async () => {
        throw new Error('no node answers');
      },
    });
    await followFees(silent, followers, (pair, error) => failures.push([pair, (error as Error).message]));
    expect(failures).toEqual([[followers[0], 'no node answers']]);
  });

  it('does not move by the word of one node, nor beyond what a payment may cost', async () => {
    cost = 40n;
    agrees = false;
    await hours(7);
    expect(await status()).toEqual({ kind: 'open' });
    agrees = true;
    cost = 100_000n;
    await hours(7);
    // The cap of ten is two percent of 500.
    expect(await status()).toMatchObject({ next: { amount: 500n * coin } });
  });

  it('is not moved by hours in which nothing was looked at', async () => {
    cost = 40n;
    await look();
    ctx.advance(8 * hour);
    await look();
    expect(await status()).toEqual({ kind: 'open' });
  });

  it('ends for each by itself, and where the usual one is higher now there is nothing to end', async () => {
    const at = new Date(ctx.clock.now());
    const later = new Date(at.getTime() + 48 * hour);
    // Of before the catalogue had more: below the usual five.
    await ctx.db.query(sql`
      INSERT INTO payout_minimums (coin, network, amount, previous, cost, announced_at, effective_at)
      VALUES ('DOGE', 'DOGE', 2, 2, 1, ${at}, ${at}), ('DOGE', 'DOGE', 3, 2, 1, ${at}, ${later}),
             ('LTC', 'LTC', ${20n * coin}, ${20n * coin}, 1, ${at}, ${at})`);
    await end([]);
    expect(await ctx.db.query(sql`SELECT coin FROM payout_minimums ORDER BY id OFFSET 3`)).toEqual([
      { coin: 'LTC' },
    ]);
  });

  it('cannot be raised without a day’s notice, nor changed afterwards', async () => {
    const at = new Date(ctx.clock.now());
    const insert = (amount: bigint, effective: Date) =>
      ctx.db.query(sql`
        INSERT INTO payout_minimums (coin, network, amount, previous, cost, announced_at, effective_at)
        VALUES ('DOGE', 'DOGE', ${amount}, 5, 1, ${at}, ${effective})`);
    await expect(insert(6n, at)).rejects.toThrow('payout_minimums_check');
    await insert(4n, at);
    await insert(6n, new Date(at.getTime() + 24 * hour));
    await expect(ctx.db.query(sql`UPDATE payout_minimums SET amount = 7`)).rejects.toThrow();
  });
});
