import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../../runtime/database/testing/create-test-database.ts';
import { adversarialRail } from '../../../sandbox/testing/adversarial-rail.ts';
import { advancePayouts } from '../../payouts/advance-payouts.ts';
import { releasePayout } from '../../payouts/operate-payouts.ts';
import { reservePayout } from '../../payouts/reserve-payout.ts';
import { claimDatabase } from '../claim-database.ts';
import { createTestContext, type TestContext } from '../../testing/create-test-context.ts';
import { coin, giveBalance, openMiner, payingProcess } from '../../../testing/payouts/payout-world.ts';
import { auditLedger } from './audit-ledger.ts';
import { simulatedKind } from '../../kernel/pool-kind.ts';

describe.each(testEngines())('the audit of payouts on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
    await claimDatabase(ctx, simulatedKind);
    const process = payingProcess(
      ctx,
      adversarialRail(ctx.clock, { below: () => 0, percent: (chance) => chance === 60 }),
    );
    const pay = async (): Promise<bigint> => {
      const account = await openMiner(ctx);
      await giveBalance(ctx, account, 50n * coin);
      const outcome = await reservePayout(process, account, 'manual');
      return outcome.kind === 'reserved' ? outcome.id : 0n;
    };
    await pay();
    for (let round = 0; round < 12; round += 1) {
      await advancePayouts(process, () => undefined);
      ctx.advance(10_000);
    }
    await releasePayout(process, await pay(), 'the suite');
    await pay();
    process.end();
  });
  afterAll(() => ctx.close());

  const found = async () =>
    (await auditLedger(ctx)).findings
      .filter(({ rule }) => rule === 'P5')
      .map(({ kind, subject, expected, found }) => `${kind} ${subject} ${expected ?? '-'} ≠ ${found ?? '-'}`);
  const tamper = (statement: string) =>
    ctx.db.execute(
      `ALTER TABLE payouts DISABLE TRIGGER USER; ${statement}; ALTER TABLE payouts ENABLE TRIGGER USER`,
    );

  it('finds nothing wrong with one that settled, one that was given back and one on its way', async () => {
    expect(await found()).toEqual([]);
  });

  it('finds a payout that says it was given back though the world has it [P5]', async () => {
    await tamper(`UPDATE payouts SET state = 'released' WHERE id = 1`);
    const settled =
      'reserve:1 inflight:1 DOGE 50000000000000000000, reserve:1 miner:1:mining DOGE -50000000000000000000';
    expect(await found()).toEqual([
      `payout-not-as-booked 1 release:1 inflight:1 DOGE -50000000000000000000, release:1 miner:1:mining DOGE 50000000000000000000, ${settled} ≠ ${settled}, settle:1 inflight:1 DOGE -50000000000000000000`,
    ]);
    await tamper(`UPDATE payouts SET state = 'settled' WHERE id = 1`);
  });

  it('finds money in flight that no payout holds, and an entry of none [P5]', async () => {
    await tamper(`UPDATE payouts SET amount = amount - 1, from_mining = from_mining - 1 WHERE id = 3`);
    expect(await found()).toEqual([
      expect.stringContaining('payout-not-as-booked 3 '),
      'inflight-money-mismatch DOGE 49999999999999999999 ≠ 50000000000000000000',
    ]);
    await ctx.db.execute(`SET session_replication_role = replica;
      DELETE FROM payouts WHERE id = 3; SET session_replication_role = origin`);
    expect(await found()).toEqual([
      'inflight-money-mismatch DOGE 0 ≠ 50000000000000000000',
      'entry-without-payout reserve:3 - ≠ -',
    ]);
  });

  it('finds a guard of payouts that was switched off', async () => {
    await ctx.db.execute(`ALTER TABLE payouts DISABLE TRIGGER payouts_forward_only`);
    const { findings } = await auditLedger(ctx);
    expect(findings.map(({ kind, subject }) => `${kind} ${subject}`)).toContain(
      'guard-missing payouts payouts_forward_only',
    );
    await ctx.db.execute(`ALTER TABLE payouts ENABLE TRIGGER payouts_forward_only`);
  });
});
