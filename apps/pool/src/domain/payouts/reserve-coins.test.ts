import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import { clearPayouts, payingProcess, reserveFifty } from '../../testing/payouts/payout-world.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { coinReservations } from './reserve-coins.ts';

describe.each(testEngines())('coins reserved for payouts, on %s', (engine) => {
  let ctx: TestContext;
  let first: bigint;
  let second: bigint;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    await clearPayouts(ctx);
    await ctx.db.query(sql`DELETE FROM payout_coin_reservations`);
    const process = payingProcess(ctx, adversarialRail(ctx.clock, calm));
    first = (await reserveFifty(ctx, process)).id;
    second = (await reserveFifty(ctx, process)).id;
  });
  afterAll(() => ctx.close());

  const read = async (network: string, payouts: readonly bigint[]) => {
    const { own, others } = await coinReservations(ctx).read(network, payouts);
    return [[...own].toSorted(), [...others].toSorted()];
  };

  it('keeps them for their payouts, and from others, on their network', async () => {
    const coins = coinReservations(ctx);
    expect(await coins.reserve('LTC', [first], ['a:0', 'b:1'])).toBe(true);
    expect(await coins.reserve('LTC', [first], ['b:1', 'c:2'])).toBe(true);
    expect(await read('LTC', [first])).toEqual([['a:0', 'b:1', 'c:2'], []]);
    expect(await read('LTC', [second])).toEqual([[], ['a:0', 'b:1', 'c:2']]);
    expect(await read('BTC', [second])).toEqual([[], []]);
    // All of them, or none.
    expect(await coins.reserve('LTC', [second], ['d:3', 'c:2'])).toBe(false);
    expect(await read('LTC', [second])).toEqual([[], ['a:0', 'b:1', 'c:2']]);
    expect(await coins.reserve('LTC', [first, second], ['c:2', 'd:3'])).toBe(true);
    expect(await read('LTC', [second])).toEqual([
      ['c:2', 'd:3'],
      ['a:0', 'b:1'],
    ]);
    await coins.release('LTC', [first]);
    expect(await read('LTC', [first])).toEqual([['c:2', 'd:3'], []]);
  });

  it('lets two take different coins at one moment, and only one of them the same', async () => {
    const coins = coinReservations(ctx);
    const taken = await Promise.all([
      coins.reserve('LTC', [first], ['a:0', 'b:0']),
      coins.reserve('LTC', [second], ['b:0', 'a:0']),
    ]);
    expect(taken.toSorted()).toEqual([false, true]);
  });

  it('is over once no payout of it waits to be signed', async () => {
    const coins = coinReservations(ctx);
    await coins.reserve('LTC', [first], ['a:0']);
    await ctx.db.query(sql`UPDATE payouts SET hold = 'operator' WHERE id = ${first}`);
    expect(await coins.reserve('LTC', [second], ['a:0'])).toBe(false);
    await clearPayouts(ctx);
    expect(await read('LTC', [second])).toEqual([[], []]);
    expect(await coins.reserve('LTC', [second + 1n], ['a:0'])).toBe(true);
  });

  it('keeps no coin that a stored transaction has claimed meanwhile', async () => {
    await ctx.db.query(sql`
      INSERT INTO payout_transactions (txid, network, bytes, proof, payees, fee_asset, fee, state, state_at)
      VALUES ('t1', 'LTC', '\\x00', '{}', 1, 'LTC', 1, 'signed', ${new Date(0)})`);
    await ctx.db.query(sql`INSERT INTO payout_claims (network, claim, txid) VALUES ('LTC', 'a:0', 't1')`);
    expect(await coinReservations(ctx).reserve('LTC', [first], ['a:0', 'b:0'])).toBe(false);
    expect(await coinReservations(ctx).reserve('LTC', [first], ['b:0'])).toBe(true);
    // What was signed for the payout itself takes nothing from it: the two exclude each other.
    await ctx.db.query(
      sql`INSERT INTO payout_attempts (payout_id, txid, replaced_at) VALUES (${first}, 't1', ${new Date(0)})`,
    );
    expect(await coinReservations(ctx).reserve('LTC', [first], ['a:0'])).toBe(true);
    expect(await coinReservations(ctx).reserve('LTC', [second], ['a:0'])).toBe(false);
  });
});
