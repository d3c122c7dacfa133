import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { buildBatch, buildLine } from '../testing/build-work.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { recordWork } from '../shares/record-work.ts';
import { readRejects } from '../views/read-rejects.ts';
import { readWorkers } from '../views/read-workers.ts';

describe.each(testEngines())('a miner with thousands of workers on %s', (engine) => {
  let ctx: TestContext;
  let id: bigint;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
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
      INSERT INTO workers (miner_id, algorithm, name, code, online, online_since, last_share_at)
      SELECT miner_id, algorithm, 'call-' || n, code, true, online_since, last_share_at
        FROM workers, generate_series(1, 1500) AS n`);
    await ctx.db.query(sql`
      INSERT INTO workers (miner_id, algorithm, name, code, online, online_since, last_share_at)
      SELECT miner_id, algorithm, 'others', code, false, online_since, last_share_at FROM workers WHERE name = 'rig'`);
    await ctx.db.query(sql`
      INSERT INTO worker_minutes (worker_id, minute, work, shares)
      SELECT id, date_trunc('minute', last_share_at), 1, 1 FROM workers WHERE name <> 'rig'`);
    const [miner] = await ctx.db.query<{ id: bigint }>(sql`SELECT id FROM miners`);
    id = miner?.id ?? 0n;
  });
  afterAll(() => ctx.close());

  const names = (workers: readonly { readonly name: string }[]) =>
    workers.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en'));

  it('is shown with a thousand of them, in the list and in the table of refused shares', async () => {
    expect(await readWorkers(ctx, id)).toHaveLength(1000);
    expect(await readRejects(ctx, id)).toHaveLength(1000);
  });

  it('has the ones that are counted together on its first page, in their place', async () => {
    const first = await readWorkers(ctx, id);
    expect(first.filter(({ name }) => name === 'others')).toMatchObject([{ online: false }]);
    expect(first.at(-1)?.name).toBe('others');
    expect((await readRejects(ctx, id)).map(({ name }) => name)).toContain('others');
  });

  it('is read page by page, each worker once, the same ones by both calls', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map(async (page) => {
        const workers = await readWorkers(ctx, id, { page, limit: 600 });
        expect(names(await readRejects(ctx, id, { page, limit: 600 }))).toEqual(names(workers));
        return workers;
      }),
    );
    expect(pages.map((workers) => workers.length)).toEqual([600, 600, 302, 0]);
    expect(new Set(pages.flat().map(({ name }) => name)).size).toBe(1502);
  });
});
