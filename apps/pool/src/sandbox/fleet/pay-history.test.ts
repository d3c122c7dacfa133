import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandboxRail, type SandboxRail } from '../rail/sandbox-rail.ts';
import { creditARound } from '../../domain/testing/credit-a-round.ts';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { type PayingProcess, payingProcess } from '../../testing/payouts/payout-world.ts';
import sql from 'sql-template-tag';
import { balanceAccountsInSql } from '../../domain/ledger/account-names.ts';
import { payableOf } from '../../domain/payouts/payable-of.ts';
import { listPayouts } from '../../domain/views/list-payouts.ts';
import { payHistory } from './pay-history.ts';

describe('the payouts of the demo', () => {
  let ctx: TestContext;
  let directory: string;
  let rail: SandboxRail;
  let paying: PayingProcess;
  beforeAll(async () => {
    ctx = await createTestContext('pglite');
    directory = mkdtempSync(join(tmpdir(), 'openlode-demo-'));
    const path = join(directory, 'sandbox-payouts');
    rail = openSandboxRail({ path, clock: ctx.clock, random: ctx.random });
    paying = payingProcess(ctx, rail);
    await creditARound(ctx, 'a');
  });
  afterAll(async () => {
    paying.end();
    rail.close();
    rmSync(directory, { recursive: true, force: true });
    await ctx.close();
  });

  it('are one that was paid, one that failed and one that waits, once however often it runs', async () => {
    const [first = 0n, second = 0n] = await payableMiners(ctx);
    const payments = [
      { miner: first, ends: 'failed' },
      { miner: first, ends: 'paid' },
      { miner: second, ends: 'held' },
    ] as const;
    const asked = ctx.clock.now();
    for (let run = 0; run < 2; run += 1) {
      ctx.setNow(asked);
      await payHistory(paying, payments, (ms) => ctx.advance(ms));
      const listed = await listPayouts(ctx, { limit: 10 });
      expect(
        listed.map(({ payout: { state, reason, hold } }) => [state, reason, hold].join(' ')).toSorted(),
      ).toEqual(['released RELEASED ', 'reserved  operator', 'settled  ']);
    }
    expect(paying.journal.lines()).toHaveLength(1);
  });
});

/** The miners that have what a payout needs, in an order that depends on nothing but them. Whether one may be made is decided when it is. */
async function payableMiners(ctx: TestContext): Promise<bigint[]> {
  const rows = await ctx.db.query<{ id: bigint; coin: string; network: string; amount: bigint }>(sql`
    SELECT miners.id, coin, network, sum(balances.amount) AS amount
      FROM miners JOIN balances ON asset = coin
       AND account IN ${balanceAccountsInSql(sql`miners.id`)}
     GROUP BY miners.id ORDER BY uuid`);
  return rows
    .filter(({ coin, network, amount }) => {
      const payable = payableOf({ coin, network }, amount);
      return payable !== undefined && payable.amount >= payable.threshold;
    })
    .map(({ id }) => id);
}
