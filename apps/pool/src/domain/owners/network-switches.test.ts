import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { openMiner } from '../../testing/payouts/payout-world.ts';
import { carryOutSwitches } from './network-switches.ts';

describe.each(testEngines())('switches that are due on %s', (engine) => {
  let ctx: TestContext;
  const miners: bigint[] = [];
  beforeEach(async () => {
    ctx = await createTestContext(engine);
    miners.length = 0;
    for (let made = 0; made < 6; made += 1) miners.push(await openMiner(ctx));
    await ctx.db.query(sql`
      INSERT INTO network_switches (miner_id, network, announced_at, effective_at)
      SELECT id, 'BSC', ${new Date(testStart)}, ${new Date(testStart)} FROM miners`);
  });
  afterEach(() => ctx.close());

  const switched = async () =>
    (await ctx.db.query<{ id: bigint }>(sql`SELECT id FROM miners WHERE network = 'BSC' ORDER BY id`)).map(
      ({ id }) => id,
    );

  it('are carried out where others fail, however many stand before them, and the failure is heard', async () => {
    let turns = 0;
    const db: typeof ctx.db = {
      ...ctx.db,
      transaction: (work) => {
        turns += 1;
        if (turns <= 4) throw new Error('it cannot be switched');
        return ctx.db.transaction(work);
      },
    };
    await expect(carryOutSwitches({ ...ctx, db }, 2)).rejects.toThrow('4 of 6 failed');
    expect(await switched()).toEqual(miners.slice(4));
  });

  it('wait for an open payout without taking the place of others [P12]', async () => {
    await ctx.db.query(sql`
      INSERT INTO payouts (order_id, miner_id, kind, utc_date, coin, network, address, memo, from_mining, from_referral, amount,
                           reserved_at, state_at, confirmations_needed)
      SELECT 'of-' || id, id, 'manual', '2026-01-15', 'DOGE', 'DOGE', address, '', 1, 0, 1, now(), now(), 1
        FROM miners ORDER BY id LIMIT 4`);
    expect(await carryOutSwitches(ctx, 2)).toBe(2);
    expect(await switched()).toEqual(miners.slice(4));
  });
});
