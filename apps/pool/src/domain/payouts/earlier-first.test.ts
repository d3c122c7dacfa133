import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import {
  advanceRounds,
  clearPayouts,
  payingProcess,
  type PayingProcess,
  reserveFifty,
} from '../../testing/payouts/payout-world.ts';
import { EarlierFirst } from '../kernel/earlier-first.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { advancePayouts } from './advance-payouts.ts';
import { listUnfinishedPayouts } from './payout.ts';

describe.each(oneEngine())('payments of a network that leave in an order, on %s', (engine) => {
  let ctx: TestContext;
  let process: PayingProcess;
  /** How often the rail was asked to build, and in which of these calls an earlier payment is missing. */
  let asked: number;
  let missing: (call: number) => boolean;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    await clearPayouts(ctx);
    asked = 0;
    const chain = adversarialRail(ctx.clock, calm);
    process = payingProcess(ctx, {
      ...chain,
      build: async (orders, claimed) => {
        asked += 1;
        if (missing(asked)) throw new EarlierFirst('an earlier payment has to leave first');
        return chain.build(orders, claimed);
      },
    });
    for (let each = 0; each < 6; each += 1) await reserveFifty(ctx, process);
    return () => process.end();
  });
  afterAll(() => ctx.close());

  const turn = (): Promise<void> => advancePayouts(process, () => undefined);
  const reserved = async (): Promise<number> =>
    (await listUnfinishedPayouts(ctx.db)).filter(({ state }) => state === 'reserved').length;

  it('are not asked for one after another in a turn in which an earlier one is missing, and go on in the next', async () => {
    missing = () => true;
    await turn();
    expect([asked, await reserved()]).toEqual([3, 6]);
    missing = () => false;
    await advanceRounds(ctx, process, 2);
    expect(await reserved()).toBe(0);
  });

  it('are asked for once more where one of those behind has what comes next', async () => {
    const open = await listUnfinishedPayouts(ctx.db);
    const last = open.at(-1);
    await ctx.db.query(sql`
      INSERT INTO payout_coin_reservations (network, coin, payouts, reserved_at)
      VALUES ('DOGE', 'nonce:1', ${[last?.id]}::bigint[], ${new Date(ctx.clock.now())})`);
    missing = (call) => call !== 4;
    await turn();
    expect([asked, await reserved()]).toEqual([4, 5]);
    expect((await listUnfinishedPayouts(ctx.db)).map(({ state }) => state).at(-1)).not.toBe('reserved');
    // To wait for another one is no failure of one's own.
    expect((await listUnfinishedPayouts(ctx.db)).slice(0, 3).map(({ signAttempts }) => signAttempts)).toEqual(
      [0, 0, 0],
    );
  });

  it('go on behind one for which a node was a moment behind', async () => {
    missing = (call) => call % 3 !== 0;
    await turn();
    expect([asked, await reserved()]).toEqual([6, 4]);
  });
});
