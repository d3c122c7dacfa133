import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { claimDatabase, SandboxWall } from './claim-database.ts';

describe.each(testEngines())('claimDatabase on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  it('refuses a real part in a sandbox before it writes anything', async () => {
    const parts = [
      { name: 'sandbox-sha256', kind: 'sandbox' },
      { name: 'bitcoin-rpc', kind: 'real' },
    ] as const;
    await expect(claimDatabase(ctx, 'sandbox', parts)).rejects.toThrow(
      'bitcoin-rpc is real, but this pool is sandbox',
    );
    expect(await ctx.db.query(sql`SELECT 1 FROM pool_identity`)).toEqual([]);
  });

  it('keeps the kind of a database for ever', async () => {
    await claimDatabase(ctx, 'sandbox', []);
    await claimDatabase(ctx, 'sandbox', []);
    await expect(claimDatabase(ctx, 'real', [])).rejects.toThrow(SandboxWall);
    await expect(ctx.db.query(sql`UPDATE pool_identity SET kind = 'real'`)).rejects.toThrow('append-only');
    await expect(ctx.db.query(sql`DELETE FROM pool_identity`)).rejects.toThrow('append-only');
  });
});
