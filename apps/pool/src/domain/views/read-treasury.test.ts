import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { creditARound } from '../testing/credit-a-round.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { readTreasury } from './read-treasury.ts';

describe.each(testEngines())('readTreasury on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  it('tells by asset what is owed, what is the pool’s and the exposure of conversion', async () => {
    expect(await readTreasury(ctx)).toEqual([]);
    // 0.1 BTC: three quarters become 30,000 DOGE, a quarter stays; one percent of each is the fee.
    await creditARound(ctx, 'a');
    expect(await readTreasury(ctx)).toEqual([
      {
        asset: 'BTC',
        liabilities: '0.02475',
        fees: '0.00025',
        other: '0',
        conversion: '0.075',
        chains: '-0.1',
        cold: '0',
        exchanges: '0',
        wallet: null,
        missing: null,
        more: null,
      },
      {
        asset: 'DOGE',
        liabilities: '29700',
        fees: '300',
        other: '0',
        conversion: '-30000',
        chains: '0',
        cold: '0',
        exchanges: '0',
        wallet: null,
        missing: null,
        more: null,
      },
    ]);
  });
});
