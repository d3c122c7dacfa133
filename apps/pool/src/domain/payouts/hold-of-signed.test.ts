import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import {
  advanceRounds,
  availableTo,
  clearDecisions,
  coin,
  paidOnChain,
  payingProcess,
  reserveFifty,
} from '../../testing/payouts/payout-world.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { listPayouts } from '../views/list-payouts.ts';
import { approvePayout, holdPayout, releasePayout } from './operate-payouts.ts';
import { findPayout } from './payout.ts';
import { preparePayouts } from './prepare-payout.ts';

const why = 'a stolen key';

describe.each(oneEngine())('a payout that an operator holds, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(() => clearDecisions(ctx));
  afterAll(() => ctx.close());

  /** Signed, held, and its bytes have expired. */
  async function heldAndExpired() {
    const chain = adversarialRail(ctx.clock, calm, { validMs: 60_000 });
    const process = payingProcess(ctx, chain);
    const { miner, id, payout } = await reserveFifty(ctx, process);
    expect(await preparePayouts(process, [payout])).toEqual({ kind: 'prepared' });
    const operator = { ...ctx, actor: 'ann' };
    expect(await holdPayout(operator, id, why)).toEqual({ kind: 'done' });
    await advanceRounds(ctx, process, 60);
    return { chain, process, operator, miner, id, address: payout.address };
  }

  it('stays held when its bytes can never be confirmed any more, and says so', async () => {
    const { chain, process, miner, id, address } = await heldAndExpired();
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'invalidated', hold: 'operator' });
    expect(await availableTo(ctx, miner)).toBe(0n);
    const [listed] = await listPayouts(ctx, { limit: 1 });
    expect(listed?.waitsFor).toMatch(/^an operator, who holds it: a stolen key; invalidated: /);
    expect(paidOnChain(chain, address)).toBe(0n);
    process.end();
  });

  it.each([
    ['approved', approvePayout],
    ['released', releasePayout],
  ] as const)('gives its money back once it is %s after that', async (_what, decide) => {
    const { process, operator, miner, id } = await heldAndExpired();
    expect(await decide(operator, id, 'it was its owner')).toEqual({ kind: 'done' });
    await advanceRounds(ctx, process, 2);
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'released', hold: null });
    expect(await availableTo(ctx, miner)).toBe(50n * coin);
    process.end();
  });

  it('is not signed where it was held while the wallet was asked', async () => {
    const chain = adversarialRail(ctx.clock, calm);
    const process = payingProcess(ctx, {
      ...chain,
      build: async (orders, claimed) => {
        for (const { payoutId } of orders) await holdPayout({ ...ctx, actor: 'ann' }, payoutId, why);
        return chain.build(orders, claimed);
      },
    });
    const { id, payout } = await reserveFifty(ctx, process);
    expect(await preparePayouts(process, [payout])).toEqual({ kind: 'held' });
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'reserved', hold: 'operator', note: why });
    process.end();
  });
});
