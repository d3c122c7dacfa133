import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../domain/operations/audit/audit-ledger.ts';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { creditARound } from '../../domain/testing/credit-a-round.ts';
import { testEngines } from './testing/create-test-database.ts';

describe.each(testEngines())('receipts and events on %s', (engine) => {
  let ctx: TestContext;
  let round: bigint;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
    round = await creditARound(ctx, 'a');
  });
  afterAll(() => ctx.close());

  it.each([
    [
      'an event of no miner',
      `INSERT INTO events VALUES (1, 99, now(), 'account', '{}'), (999, 1, now(), 'account', '{}')`,
      'events_miner_id_fkey',
    ],
    ['a receipt of no miner', copyOfCredit('999', 'line'), 'credits_miner_id_fkey'],
    [
      'a receipt of a line that there is not',
      copyOfCredit('miner_id', 'line + 1'),
      'credits_round_id_line_fkey',
    ],
    [
      'an earning of no miner',
      `INSERT INTO referral_credits SELECT round_id, line, miner_id, 'x', 999, 1, 0, coin, '1', 0, NULL, now() FROM credits LIMIT 1`,
      'referral_credits_owner_id_fkey',
    ],
    [
      'an earning without a receipt',
      `INSERT INTO referral_credits SELECT round_id, line + 1, miner_id, 'x', miner_id, 1, 0, coin, '1', 0, NULL, now() FROM credits LIMIT 1`,
      'referral_credits_miner_id_round_id_line_fkey',
    ],
  ])('refuse %s', async (_title, statement, constraint) => {
    await expect(ctx.db.execute(statement)).rejects.toThrow(constraint);
  });

  it('keep what they belong to from being deleted', async () => {
    await expect(ctx.db.execute('DELETE FROM reward_lines')).rejects.toThrow('credits_round_id_line_fkey');
    await ctx.db.execute(`
      INSERT INTO referral_credits SELECT round_id, line, miner_id, 'x', miner_id, 1, 0, coin, '1', 0, NULL, now() FROM credits`);
    await expect(ctx.db.execute('DELETE FROM credits')).rejects.toThrow(
      'referral_credits_miner_id_round_id_line_fkey',
    );
    await ctx.db.execute(`
      INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at)
        VALUES (gen_random_uuid(), 'BTC', 'BTC', 'x', now(), now());
      INSERT INTO events SELECT id, 1, now(), 'account', '{}' FROM miners WHERE address = 'x'`);
    await expect(ctx.db.execute(`DELETE FROM miners WHERE address = 'x'`)).rejects.toThrow(
      'events_miner_id_fkey',
    );
  });

  it('are missed by the audit when a foreign key is dropped', async () => {
    await ctx.db.execute('ALTER TABLE credits DROP CONSTRAINT credits_miner_id_fkey');
    const { findings } = await auditLedger(ctx);
    expect(findings.map(({ kind, subject }) => [kind, subject])).toContainEqual([
      'guard-missing',
      'credits credits_miner_id_fkey',
    ]);
    const [row] = await ctx.db.query<{ state: string }>(sql`SELECT state FROM rounds WHERE id = ${round}`);
    expect(row?.state).toBe('credited');
  });
});

/** A receipt like one that is there, of another miner or line. */
function copyOfCredit(minerId: string, line: string): string {
  return `
    INSERT INTO credits (round_id, line, miner_id, work, round_work, share, coin, rate, rate_source, rate_at, usd_per_asset,
                         gross, fee, fee_ppm, credited, credited_at)
    SELECT round_id, ${line}, ${minerId}, work, round_work, share, coin, rate, rate_source, rate_at, usd_per_asset,
           gross, fee, fee_ppm, credited, credited_at
      FROM credits LIMIT 1`;
}
