import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../db/testing/create-test-database.ts';
import { buildBatch, buildLine } from '../testing/build-work.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { recordWork } from '../work/record-work.ts';
import { readRejects } from './read-rejects.ts';
import { readWorkers } from './read-workers.ts';

describe.each(testEngines())('an account with thousands of workers on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  it('is shown with a thousand of them, in the list and in the table of refused shares', async () => {
    const now = ctx.clock.now();
    await recordWork(
      ctx,
      buildBatch(
        '00000000-0000-4000-9000-000000000001',
        buildLine({ worker: 'rig', firstAt: now, lastAt: now }),
      ),
    );
    // As if strangers had mined under names of their own.
    await ctx.db.query(sql`
      INSERT INTO workers (account_id, algorithm, name, code, online, online_since, last_share_at)
      SELECT account_id, algorithm, 'call-' || n, code, true, online_since, last_share_at
        FROM workers, generate_series(1, 1500) AS n`);
    await ctx.db.query(sql`
      INSERT INTO worker_minutes (worker_id, minute, work, shares)
      SELECT id, date_trunc('minute', last_share_at), 1, 1 FROM workers WHERE name <> 'rig'`);
    const [account] = await ctx.db.query<{ id: bigint }>(sql`SELECT id FROM accounts`);
    const id = account?.id ?? 0n;
    expect(await readWorkers(ctx, id)).toHaveLength(1000);
    expect(await readRejects(ctx, id)).toHaveLength(1000);
  });
});
