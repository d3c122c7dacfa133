import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { type PoolKind, SandboxWall, simulatedKind } from '../kernel/pool-kind.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { claimDatabase } from './claim-database.ts';

describe.each(oneEngine())('claimDatabase on %s', (engine) => {
  const open: TestContext[] = [];
  const fresh = async (): Promise<TestContext> => {
    const ctx = await createTestContext(engine);
    open.push(ctx);
    return ctx;
  };
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await fresh();
  });
  afterAll(async () => {
    for (const each of open) await each.close();
  });

  it('keeps the kind of a database for ever', async () => {
    await claimDatabase(ctx, simulatedKind);
    await claimDatabase(ctx, simulatedKind);
    await expect(claimDatabase(ctx, 'real')).rejects.toThrow(SandboxWall);
    await expect(ctx.db.query(sql`UPDATE pool_identity SET kind = 'real'`)).rejects.toThrow('append-only');
    await expect(ctx.db.query(sql`DELETE FROM pool_identity`)).rejects.toThrow('append-only');
  });

  it.each<readonly [PoolKind, PoolKind]>([
    ['real', 'sandbox'],
    ['regtest', 'real'],
  ])('made for a %s pool serves no %s one', async (kind, other) => {
    const own = await fresh();
    await claimDatabase(own, kind);
    await expect(claimDatabase(own, other)).rejects.toThrow(
      `this database was made for a ${kind} pool and can never serve a ${other} one`,
    );
    expect(await own.db.query(sql`SELECT kind FROM pool_identity`)).toEqual([{ kind }]);
  });
});
