import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../create-test-context.ts';
import { runSeeds } from './run-seeds.ts';

describe('the simulation at length', () => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext('pglite');
  });
  afterAll(() => ctx.close());

  it('hold for 5,000 seeds [L1] [L2] [L3] [L4] [L5] [L8] [L9] [L10] [I6] [I7] [R1] [R2] [R3]', {
    timeout: 14_400_000,
  }, async () => {
    await expect(runSeeds(ctx, 1_000_000, 5000)).resolves.toBeUndefined();
  });
});
