import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { buildBatch } from '../testing/build-work.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { recordWork } from '../shares/record-work.ts';
import { claimSecret, compareSecret, ForeignSecret, refuseNewSecret } from './claim-secret.ts';

describe.each(testEngines())('the secret of a database on %s', (engine) => {
  let ctx: TestContext;
  beforeEach(async () => {
    ctx = await createTestContext(engine);
  });
  afterEach(() => ctx.close());
  const other = new Uint8Array(32).fill(9);

  it('is the one of the first start, for ever', async () => {
    expect(await compareSecret(ctx.db, other)).toBe('unclaimed');
    await claimSecret(ctx);
    await claimSecret(ctx);
    expect(await compareSecret(ctx.db, ctx.secret)).toBe('same');
    await expect(claimSecret({ ...ctx, secret: other })).rejects.toThrow(
      new ForeignSecret(
        'The secret of this data directory is not the one of the database. Copy the file `secret` from the data directory (or a backup) of the pool that made this database, and start again.',
      ),
    );
    await expect(ctx.db.query(sql`DELETE FROM secret_fingerprint`)).rejects.toThrow('append-only');
    expect(await ctx.db.query(sql`SELECT count(*) AS rows FROM secret_fingerprint`)).toEqual([{ rows: 1n }]);
  });

  it('is told by the first miner where an earlier release made the database', async () => {
    await recordWork(ctx, buildBatch('11111111-1111-4111-8111-111111111111'));
    await expect(claimSecret({ ...ctx, secret: other })).rejects.toThrow(ForeignSecret);
    expect(await ctx.db.query(sql`SELECT 1 FROM secret_fingerprint`)).toEqual([]);
    await ctx.db.execute('ALTER TABLE miners RENAME TO accounts');
    expect(await compareSecret(ctx.db, other)).toBe('other');
    expect(await compareSecret(ctx.db, ctx.secret)).toBe('same');
    await ctx.db.execute('ALTER TABLE accounts RENAME TO miners');
    await claimSecret(ctx);
    expect(await compareSecret(ctx.db, ctx.secret)).toBe('same');
  });

  it('is never made again beside a database that has one', async () => {
    await refuseNewSecret(ctx.db, '/data/secret');
    await claimSecret(ctx);
    await expect(refuseNewSecret(ctx.db, '/data/secret')).rejects.toThrow(
      'There is no secret at /data/secret, but the database has one.',
    );
  });
});
