import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { quoted } from '../operations/backup/list-tables.ts';
import { isLedgerSound, checkLedger } from '../ledger/check-ledger.ts';
import { createTestContext, type TestContext } from './create-test-context.ts';
import { creditARound } from './credit-a-round.ts';
import { resetDatabase } from './reset-database.ts';

describe.each(testEngines())('resetBooks on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  it('leaves a database like new, with their guards awake and their numbers from one', async () => {
    expect(await creditARound(ctx, 'a')).toBe(1n);
    await resetDatabase(ctx.db);
    for (const table of ['miners', 'credits', 'events', 'postings', 'ledger_chains', 'balances', 'slices'])
      expect([table, ...(await ctx.db.query(sql`SELECT count(*) AS rows FROM ${quoted(table)}`))]).toEqual([
        table,
        { rows: 0n },
      ]);
    expect(await creditARound(ctx, 'a')).toBe(1n);
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
    await expect(ctx.db.query(sql`DELETE FROM postings`)).rejects.toThrow('append-only');
  });
});
