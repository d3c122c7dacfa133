import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { fiatRatesAt, rememberFiatRates } from './fiat-rates.ts';

const hour = 3_600_000;

describe.each(testEngines())('rates of money on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  const at = async (time: number) => {
    const [row] = await ctx.db.query<{ rates: unknown }>(
      sql`SELECT ${fiatRatesAt(sql`${new Date(time)}::timestamptz`)} AS rates`,
    );
    return row?.rates;
  };

  it('are stored when they change, and found for each time by the newest before it', async () => {
    await rememberFiatRates(ctx, { USD: '1', EUR: '0.965' });
    ctx.setNow(testStart + hour);
    await rememberFiatRates(ctx, { EUR: '0.965', USD: '1' });
    ctx.setNow(testStart + 2 * hour);
    await rememberFiatRates(ctx, { USD: '1', EUR: '0.95' });
    await rememberFiatRates(ctx, { USD: '1', EUR: '0.94' });
    expect(await ctx.db.query(sql`SELECT at FROM fiat_rates ORDER BY at`)).toEqual([
      { at: new Date(testStart) },
      { at: new Date(testStart + 2 * hour) },
    ]);
    expect(await at(testStart - 1)).toBeNull();
    expect(await at(testStart)).toEqual({ USD: '1', EUR: '0.965' });
    expect(await at(testStart + 2 * hour - 1)).toEqual({ USD: '1', EUR: '0.965' });
    expect(await at(testStart + 3 * hour)).toEqual({ USD: '1', EUR: '0.95' });
  });

  it('of a time before, as the demo history writes them, take nothing from what came after', async () => {
    ctx.setNow(testStart - 30 * 24 * hour);
    await rememberFiatRates(ctx, { USD: '1', EUR: '0.9' });
    expect(await at(testStart - 1)).toEqual({ USD: '1', EUR: '0.9' });
    expect(await at(testStart)).toEqual({ USD: '1', EUR: '0.965' });
  });
});
