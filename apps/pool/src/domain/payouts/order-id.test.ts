import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import {
  clearDecisions,
  payingProcess,
  reserveFifty,
  signElsewhere,
} from '../../testing/payouts/payout-world.ts';
import type { PaymentOrder } from '../kernel/rail.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { adoptPayout } from './adopt-payout.ts';
import { advancePayouts } from './advance-payouts.ts';
import { storeLines } from './check-journal.ts';
import { findPayout } from './payout.ts';

describe.each(oneEngine())('the id that a signer knows a payout by, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(() => clearDecisions(ctx));
  afterAll(() => ctx.close());

  it('is drawn with the payout, given to the rail, and written into journals', async () => {
    const chain = adversarialRail(ctx.clock, calm);
    const asked: PaymentOrder[] = [];
    const process = payingProcess(ctx, {
      ...chain,
      build: (orders, claimed) => {
        asked.push(...orders);
        return chain.build(orders, claimed);
      },
    });
    const { payout } = await reserveFifty(ctx, process);
    expect(payout.orderId).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    await advancePayouts(process, () => undefined);
    expect(asked.map(({ payoutId, orderId }) => [payoutId, orderId])).toEqual([[payout.id, payout.orderId]]);
    expect(process.journal.lines().map(({ orderId }) => orderId)).toEqual([payout.orderId]);
    expect(await ctx.db.query(sql`SELECT order_id FROM payout_journal`)).toEqual([
      { order_id: payout.orderId },
    ]);
    await expect(
      ctx.db.query(sql`UPDATE payouts SET order_id = 'other' WHERE id = ${payout.id}`),
    ).rejects.toThrow('has been signed');
    process.end();
  });

  it('stays that of the journal where a lost payout is adopted, and is new where another payout has it', async () => {
    const chain = adversarialRail(ctx.clock, calm);
    const process = { ...payingProcess(ctx, chain), secret: ctx.secret, actor: 'root' };
    const { payout } = await reserveFifty(ctx, process);
    // Lost with the newest of the database: no row has these numbers.
    const line = await signElsewhere(ctx, chain, { ...payout, id: payout.id + 1000n });
    const second = await signElsewhere(ctx, chain, { ...payout, id: payout.id + 1001n });
    await chain.send(line.network, line.bytes);
    await chain.send(second.network, second.bytes);
    await storeLines(
      ctx.db,
      [
        { ...line, orderId: 'first' },
        { ...second, orderId: 'first' },
      ],
      'file',
    );
    const adopt = async (txid: string): Promise<string | undefined> => {
      const adopted = await adoptPayout(process, { txid, reason: 'restore', atPoolsCost: true });
      if (adopted.kind !== 'adopted') throw new Error(adopted.kind);
      return (await findPayout(ctx.db, adopted.payout))?.orderId;
    };
    expect(await adopt(line.txid)).toBe('first');
    expect(await adopt(second.txid)).toMatch(/^[0-9a-f]{8}-/);
    process.end();
  });
});
