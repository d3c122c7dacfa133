import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { runMonth } from './run-month.ts';

const thefts = [
  'wallet',
  'wallet, while the exchange is silent',
  'exchange',
  'exchange, while it is silent',
] as const;

// Whole months, of many seeds and with thefts on the way between wallets and the exchange: `month.long.test.ts`.
describe('a day of the treasury', () => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext('pglite');
  });
  afterAll(() => ctx.close());

  it('names each theft where it was made, and nothing else [L11] [L15]', async () => {
    const { wrong, thefts: found } = await runMonth(ctx, { seed: 1, days: 1, thefts });
    expect(wrong).toEqual([]);
    expect(found.map(({ kind }) => kind)).toEqual(thefts);
  });
});
