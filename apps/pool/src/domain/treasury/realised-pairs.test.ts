import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import sql from 'sql-template-tag';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { createTradingKit, type TradingKit } from '../../testing/payouts/trading-kit.ts';
import { clearTables } from '../testing/clear-tables.ts';
import { moveFunds } from './move-funds.ts';
import { readRealised, realisedOfTwoWeeks } from './realised-pairs.ts';

const coin = 10n ** 18n;

describe.each(oneEngine())('what trades brought against what was credited, on %s', (engine) => {
  let kit: TradingKit;
  beforeAll(async () => {
    kit = await createTradingKit(engine);
  });
  beforeEach(async () => {
    await kit.begin();
    await clearTables(kit.ctx.db, ['converted_pairs', 'treasury_movements']);
  });
  afterAll(() => kit.close());

  const credited = (asset: string, taken: bigint, to: string, given: bigint) =>
    kit.ctx.db.query(sql`
      INSERT INTO converted_pairs (week, asset, coin, conversions, taken, given)
      VALUES (date_trunc('week', ${new Date(kit.ctx.clock.now())}::timestamptz AT TIME ZONE 'UTC')::date, ${asset}, ${to}, 2, ${taken}, ${given})`);

  it('is what orders brought less what the exchange took, through money, with the number of trades', async () => {
    await kit.converted();
    await credited('LTC', 2n * coin, 'DOGE', 800n * coin);
    expect(await readRealised(kit.ctx, { weeks: 1 })).toMatchObject([
      { trades: '0', realised: null, percent: null },
    ]);
    expect(await realisedOfTwoWeeks(kit.ctx)).toEqual([]);
    await kit.trade();
    // 2 LTC brought 199 dollars less 0.398; 303 DOGE took 76.12875 and 0.1522575: 788.878 for all, in place of 800.
    const [line] = await readRealised(kit.ctx, { weeks: 1 });
    expect(line).toMatchObject({ credited: '400', conversions: '2', trades: String(kit.traded.length) });
    expect(line?.gained).toBe('-11.122034537889395339');
    expect(line?.percent).toBe('98.6');
    expect(await realisedOfTwoWeeks(kit.ctx)).toMatchObject([{ asset: 'LTC', coin: 'DOGE', week: 'this' }]);
  });

  it('counts trades that were booked by hand, and those of their own week alone', async () => {
    await credited('LTC', coin, 'DOGE', 400n * coin);
    const booked = await moveFunds(
      { ...kit.ctx, actor: 'the suite' },
      {
        kind: 'trade',
        amount: '2',
        coin: 'LTC',
        bought: { amount: '790', coin: 'DOGE' },
        reference: 'by hand',
        reason: 'the suite',
      },
    );
    expect(booked).toMatchObject({ kind: 'booked' });
    expect(await readRealised(kit.ctx, { weeks: 1 })).toMatchObject([
      { trades: '1', realised: '395', percent: '98.75', gained: '-5' },
    ]);
    kit.ctx.advance(7 * 86_400_000);
    await credited('LTC', coin, 'DOGE', 400n * coin);
    expect(await readRealised(kit.ctx, { weeks: 2 })).toMatchObject([
      { trades: '0', percent: null },
      { trades: '1', percent: '98.75' },
    ]);
  });
});
