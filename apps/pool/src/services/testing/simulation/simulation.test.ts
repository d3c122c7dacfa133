import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../create-test-context.ts';
import { runSeeds } from './run-seeds.ts';

describe('the simulation', () => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext('pglite');
  });
  afterAll(() => ctx.close());

  const only = process.env['SEED'];
  it.runIf(only === undefined)(
    'hold after shares, blocks, orphans, mad rates, days and power cuts [L1] [L2] [L3] [L4] [L5] [L8] [L9] [L10] [I6] [I7] [R1] [R2] [R3]',
    { timeout: 600_000 },
    async () => {
      await expect(runSeeds(ctx, 1, 200)).resolves.toBeUndefined();
    },
  );

  it.runIf(only !== undefined)('runs one seed again', { timeout: 60_000 }, async () => {
    await expect(runSeeds(ctx, Number(only), 1)).resolves.toBeUndefined();
  });
});
