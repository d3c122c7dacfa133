import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { diePayingXrp } from './die-paying-xrp.ts';

describe.each(oneEngine())('a process that dies while it pays XRP, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  it('pays once, at whichever step it dies (all of them: die-paying-xrp.long.test.ts)', async () => {
    const whole = await diePayingXrp(ctx, 'taken');
    expect(whole).toMatchObject({
      state: 'settled',
      paid: 5n,
      back: 0n,
      executed: 1,
      burnt: 12n,
      booked: 12n,
    });
    const dieAt = Math.floor(whole.steps / 2);
    expect(await diePayingXrp(ctx, 'taken', { dieAt, setBack: 'without-journal' })).toMatchObject({
      state: 'settled',
      paid: 5n,
      executed: 1,
    });
  });
});
