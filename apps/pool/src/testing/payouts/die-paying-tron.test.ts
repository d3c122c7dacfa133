import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { diePayingToken, diePayingTron } from './die-paying-tron.ts';

describe.each(oneEngine())('a process that dies while it pays TRX, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  it('pays once, at whichever step it dies (all of them: die-paying-tron.long.test.ts)', async () => {
    const whole = await diePayingTron(ctx, 'taken');
    expect(whole).toMatchObject({
      state: 'settled',
      paid: 20n,
      back: 0n,
      executed: 1,
      burnt: 268_000n,
      booked: 268_000n,
    });
    const dieAt = Math.floor(whole.steps / 2);
    expect(await diePayingTron(ctx, 'taken', { dieAt, setBack: 'without-journal' })).toMatchObject({
      state: 'settled',
      paid: 20n,
      executed: 1,
    });
  });

  it('pays a token once, at whichever step it dies, and gives back what its contract did not pay', async () => {
    const whole = await diePayingToken(ctx, 'taken');
    expect(whole).toMatchObject({
      state: 'settled',
      paid: 20n,
      back: 0n,
      executed: 1,
      burnt: 6_773_500n,
      booked: 6_773_500n,
    });
    const dieAt = Math.floor(whole.steps / 2);
    expect(await diePayingToken(ctx, 'not_paid', { dieAt })).toMatchObject({
      state: 'released',
      paid: 0n,
      back: 20n,
      executed: 1,
      burnt: 6_773_500n,
      booked: 6_773_500n,
    });
  });
});
