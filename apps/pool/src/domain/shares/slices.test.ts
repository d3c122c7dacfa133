import { AsyncLocalStorage } from 'node:async_hooks';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { closeOpenSlice, openSlice } from './slices.ts';

describe.each(testEngines())('slices on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  const open = () =>
    ctx.db.query<{ id: bigint }>(
      sql`SELECT id FROM slices WHERE algorithm = 'sha256' AND closed_at IS NULL ORDER BY id`,
    );

  it('close at a block, also where the minute ended while the block waited for its slice', async () => {
    await ctx.db.transaction((tx) => openSlice(tx, 'sha256', testStart));
    let closing: Promise<bigint> | undefined;
    // Work of the next minute closes the slice and opens another, while the block waits for the first one's row.
    const next = await ctx.db.transaction(async (tx) => {
      const id = await openSlice(tx, 'sha256', testStart + 60_000);
      closing = outside(() =>
        ctx.db.transaction((other) => closeOpenSlice(other, 'sha256', testStart + 60_001)),
      );
      await new Promise((resolve) => setTimeout(resolve, 200));
      return id;
    });
    expect(await closing).toBe(next);
    expect(await open()).toEqual([]);
  });

  it('open once where two begin at the same time', async () => {
    const both = await Promise.all(
      [1, 2].map(() => ctx.db.transaction((tx) => openSlice(tx, 'sha256', testStart + 120_000))),
    );
    expect(both[0]).toBe(both[1]);
    expect((await open()).map(({ id }) => id)).toEqual([both[0]]);
  });
});

/** As another transaction sees it. */
const outside = AsyncLocalStorage.snapshot();
