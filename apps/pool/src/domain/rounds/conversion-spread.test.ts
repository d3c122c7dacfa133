import type { ConversionSpreads } from '@openlode/ledger/conversion-spread';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { presentedRewards } from '../../testing/presented-rewards.ts';
import { publishedSpreads } from '../conversion/coin-class.ts';
import { checkLedger, isLedgerSound } from '../ledger/check-ledger.ts';
import { btcMiner, ltcMiner } from '../testing/build-work.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { buildCandidate, fakeChain } from '../testing/fake-chain.ts';
import { workRecorder } from '../testing/work-recorder.ts';
import { readRealised } from '../treasury/realised-pairs.ts';
import { advanceRound } from './advance-round.ts';
import { convertPending } from './convert-pending.ts';
import { recordCandidate } from './record-candidate.ts';

const coin = 10n ** 18n;
const conversionSpreads: ConversionSpreads = {
  ppm: { stable: 1000, liquid: 3000, thin: 10_000 },
  named: new Map([['DOGE', 'thin']]),
};

describe.each(oneEngine())('the spread of conversions on %s', (engine) => {
  let ctx: TestContext;
  beforeEach(async () => {
    ctx = await createTestContext(engine);
  });
  afterEach(() => ctx.close());

  const work = workRecorder(() => ctx);
  const block = async (hash: string, spreads: ConversionSpreads | undefined) => {
    const id = await recordCandidate(ctx, buildCandidate(hash));
    const chains = [fakeChain([{ asset: 'BTC', amount: coin / 10n }])];
    return advanceRound({ ...ctx, conversionSpreads: spreads, chains }, id);
  };
  const credits = () =>
    ctx.db.query(sql`SELECT coin, rate, gross, spread_ppm AS ppm FROM credits ORDER BY round_id, miner_id`);
  const receipts = async (id: bigint) => (await presentedRewards(ctx, id)).map(({ data }) => data);

  it('is that of both coins, taken off the rate, kept with the receipt and named there; the coin itself has none', async () => {
    await work({ work: 75n }, { miner: btcMiner, work: 25n });
    expect(await block('a', conversionSpreads)).toBe('credited');
    // 400,000 less 1.3%: 0.3% of BTC by its two witnesses, one percent of DOGE by the operator's word.
    expect(await credits()).toEqual([
      { coin: 'DOGE', rate: '394800', gross: 29_610n * coin, ppm: 13_000 },
      { coin: 'BTC', rate: '1', gross: 25n * 10n ** 15n, ppm: 0 },
    ]);
    expect(await receipts(1n)).toMatchObject([
      {
        receipt: {
          lines: [
            { rate: '394800', conversion_spread_percent: '1.3', rate_spread_percent: '1.3', usd: '7500' },
          ],
        },
      },
    ]);
    expect(JSON.stringify(await receipts(2n))).not.toContain('spread');
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
  });

  it('changes nothing where it is not set, or zero in every class', async () => {
    await work({ work: 75n });
    await block('a', undefined);
    await block('b', { ppm: { stable: 0, liquid: 0, thin: 0 }, named: conversionSpreads.named });
    const plain = { coin: 'DOGE', rate: '400000', gross: 40_000n * coin, ppm: 0 };
    expect(await credits()).toEqual([plain, plain]);
    expect(JSON.stringify(await receipts(1n))).not.toContain('spread');
  });

  it('is that of the moment of the conversion, also of a part that waited', async () => {
    ctx.prices.delete('DOGE');
    await work({ work: 75n });
    await block('a', undefined);
    ctx.advance(1000);
    ctx.prices.set('DOGE', '0.25');
    expect(await convertPending({ ...ctx, conversionSpreads })).toBe(1);
    expect(await credits()).toEqual([{ coin: 'DOGE', rate: '394800', gross: 39_480n * coin, ppm: 13_000 }]);
    expect(isLedgerSound(await checkLedger(ctx))).toBe(true);
  });

  it('is published by the class of each coin now', async () => {
    const coins = ['BTC', 'DOGE', 'LTC', 'USDT', 'XEL'];
    ctx.prices.delete('XEL');
    expect([...publishedSpreads({ ...ctx, conversionSpreads }, coins)]).toEqual([
      ['BTC', { class: 'liquid', ppm: 3000 }],
      ['DOGE', { class: 'thin', ppm: 10_000 }],
      ['LTC', { class: 'liquid', ppm: 3000 }],
      ['USDT', { class: 'stable', ppm: 1000 }],
      ['XEL', { class: 'thin', ppm: 10_000 }],
    ]);
    expect([...publishedSpreads(ctx, coins)]).toEqual([]);
  });

  it('counts what conversions took and gave by pair and week, exactly as the conversion account has it', async () => {
    await work({ work: 75n }, { miner: ltcMiner, work: 25n });
    await block('a', conversionSpreads);
    ctx.advance(7 * 86_400_000);
    await block('b', conversionSpreads);
    await block('c', conversionSpreads);
    const lines = await readRealised(ctx, { weeks: 2 });
    expect(
      lines.map(({ week, asset, coin: to, conversions, taken, given }) => [
        week,
        asset,
        to,
        conversions,
        taken,
        given,
      ]),
    ).toEqual([
      ['2026-W04', 'BTC', 'DOGE', '2', '0.15', '59220'],
      ['2026-W04', 'BTC', 'LTC', '2', '0.05', '49.7'],
      ['2026-W03', 'BTC', 'DOGE', '1', '0.075', '29610'],
      ['2026-W03', 'BTC', 'LTC', '1', '0.025', '24.85'],
    ]);
    expect(await readRealised(ctx, { weeks: 1 })).toHaveLength(2);
    const [off] = await ctx.db.query(sql`
      SELECT count(*) FROM (
        SELECT asset, sum(amount) AS amount FROM (
          SELECT asset, taken AS amount FROM converted_pairs UNION ALL SELECT coin, -given FROM converted_pairs) AS moved GROUP BY asset
      ) AS counted FULL JOIN (SELECT asset, amount FROM balances WHERE account = 'conv:desk') AS booked USING (asset)
       WHERE counted.amount IS DISTINCT FROM booked.amount`);
    expect(off).toEqual({ count: 0n });
    await expect(ctx.db.query(sql`UPDATE converted_pairs SET given = given - 1`)).rejects.toThrow(
      'only grows',
    );
    await expect(ctx.db.query(sql`DELETE FROM converted_pairs`)).rejects.toThrow('append-only');
  });
});
