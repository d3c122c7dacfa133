import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { dieWithdrawing } from './die-withdrawing.ts';

describe.each(oneEngine())('a process that dies while it pays through an exchange, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  it('pays once what it was about to ask for, and what it had asked for (at every step: die-withdrawing.long.test.ts)', async () => {
    const fate = { taken: 'now', isAnswered: true } as const;
    const whole = await dieWithdrawing(ctx, fate);
    expect(whole).toMatchObject({ state: 'settled', asked: 1, paid: 50n, back: 0n, isEqual: true });
    for (const dieAt of [Math.floor(whole.steps / 2), whole.steps - 3])
      expect(await dieWithdrawing(ctx, fate, dieAt)).toMatchObject({ isEqual: true });
  });
});
