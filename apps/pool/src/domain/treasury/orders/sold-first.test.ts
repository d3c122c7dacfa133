import type { ConversionSpreads } from '@openlode/ledger/conversion-spread';
import { formatAmount, parseAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import { createTradingKit, type TradingKit } from '../../../testing/payouts/trading-kit.ts';
import { presentedRewards } from '../../../testing/presented-rewards.ts';
import { checkLedger, isLedgerSound } from '../../ledger/check-ledger.ts';
import { advanceRound } from '../../rounds/advance-round.ts';
import { convertPending } from '../../rounds/convert-pending.ts';
import { readHeldConversions } from '../../rounds/held-conversions.ts';
import { recordCandidate } from '../../rounds/record-candidate.ts';
import { readUnsold, releaseUnsold } from '../../rounds/unsold-lines.ts';
import { btcMiner, dogeMiner, ltcMiner } from '../../testing/build-work.ts';
import { buildCandidate, fakeChain } from '../../testing/fake-chain.ts';
import { resetDatabase } from '../../testing/reset-database.ts';
import { workRecorder } from '../../testing/work-recorder.ts';
import { moveFunds } from '../move-funds.ts';
import { readSale } from '../to-sell.ts';
import { readTradePositions } from '../trade-positions.ts';

const coin = 10n ** 18n;
const spreads: ConversionSpreads = {
  ppm: { stable: 0, liquid: 0, thin: 0 },
  named: new Map([['LTC', 'thin']]),
  sellsThinFirst: true,
};

describe.each(oneEngine())('rewards whose coins are sold first, on %s', (engine) => {
  let kit: TradingKit;
  beforeAll(async () => {
    kit = await createTradingKit(engine);
  });
  beforeEach(async () => {
    await resetDatabase(kit.ctx.db);
    await kit.begin();
    kit.ctx.prices.set('LTC', '100');
    kit.ctx.prices.set('DOGE', '0.25');
    kit.ctx.prices.set('BTC', '100000');
  });
  afterAll(() => kit.close());

  const ctx = () => ({ ...kit.ctx, conversionSpreads: spreads });
  const work = workRecorder(() => kit.ctx);
  const block = async (hash: string, amount: bigint) => {
    const id = await recordCandidate(kit.ctx, buildCandidate(hash));
    return advanceRound({ ...ctx(), chains: [fakeChain([{ asset: 'LTC', amount }])] }, id);
  };
  const balance = async (account: string, asset: string) => {
    const [row] = await kit.ctx.db.query<{ amount: bigint }>(
      sql`SELECT amount FROM balances WHERE account = ${account} AND asset = ${asset}`,
    );
    return formatAmount(row?.amount ?? 0n);
  };
  const sell = (amount: string, brought: string, to: string, more = {}) =>
    moveFunds(
      { ...kit.ctx, actor: 'the suite' },
      {
        kind: 'trade',
        amount,
        coin: 'LTC',
        bought: { amount: brought, coin: to },
        reference: `${amount} ${brought} ${to}`,
        reason: 'the suite',
        ...more,
      },
    );
  const receipts = async (id: bigint) => (await presentedRewards(kit.ctx, id)).map(({ data }) => data);
  const sound = async () => isLedgerSound(await checkLedger(kit.ctx));

  it('wait, and who is paid in the coin itself does not; sold, they are credited once at the average, with the sales on the receipt', async () => {
    // Miner 1 is paid in DOGE, 2 in BTC, 3 in LTC.
    await work(
      { miner: dogeMiner, work: 50n },
      { miner: btcMiner, work: 25n },
      { miner: ltcMiner, work: 25n },
    );
    expect(await block('a', 4n * coin)).toBe('credited');
    expect(await balance('miner:3:mining', 'LTC')).toBe('0.99');
    expect(await balance('miner:1:pending', 'LTC')).toBe('2');
    expect(await balance('miner:2:pending', 'LTC')).toBe('1');
    expect(await receipts(1n)).toMatchObject([
      { receipt: { lines: [{ pending_conversion: true, pending_reason: 'to_be_sold', rate: null }] } },
    ]);
    expect(await readUnsold(kit.ctx, { limit: 9 })).toMatchObject([
      { id: '1/1', asset: 'LTC', amount: '3', sold: '0', brought: '' },
    ]);
    // It may be sent to be sold, though it is the miners' until then; what is owed in the coin itself may not.
    expect(await readSale(kit.ctx.db, 'LTC')).toEqual({ amount: 3n * coin, ofOwed: 3n * coin, there: 0n });
    // None of it is for an operator's approval, and none is converted at a quote.
    expect(await readHeldConversions(kit.ctx)).toEqual([]);
    kit.ctx.advance(1000);
    expect(await convertPending(ctx())).toBe(0);

    expect(await sell('1', '380', 'DOGE')).toMatchObject({ kind: 'booked' });
    kit.ctx.advance(1000);
    expect(await convertPending(ctx())).toBe(0);
    expect(await readUnsold(kit.ctx, { limit: 9 })).toMatchObject([{ sold: '1', brought: '380 DOGE' }]);
    expect(await readSale(kit.ctx.db, 'LTC')).toEqual({ amount: 2n * coin, ofOwed: 3n * coin, there: 0n });
    // Of three, two were left to wait for: the third is of conversions, and no miner's.
    expect(await sell('3', '1180', 'DOGE')).toMatchObject({ kind: 'booked' });
    expect(await readUnsold(kit.ctx, { limit: 9 })).toEqual([]);
    kit.ctx.advance(1000);
    // Each is converted by one of the two, whichever comes to it first.
    const [one, other] = await Promise.all([convertPending(ctx()), convertPending(ctx())]);
    expect(one + other).toBe(2);
    expect(await convertPending(ctx())).toBe(0);

    // 380 and two thirds of 1180 for three: 1166.666… DOGE. Two thirds of it, less one percent, are the first miner's.
    expect(await balance('miner:1:pending', 'LTC')).toBe('0');
    expect(await balance('miner:1:mining', 'DOGE')).toBe('770');
    expect(await balance('miner:2:mining', 'BTC')).toBe('0.0009625');
    expect(await receipts(1n)).toMatchObject([
      {
        amount_extended: '770',
        receipt: {
          lines: [
            {
              rate: '388.888888888888888',
              rate_source: 'sold',
              gross: '777.777777777777777777',
              sold: {
                amount: '3',
                brought: [{ coin: 'DOGE', amount: '1166.666666666666666666' }],
                sales_in_all: 2,
                sales: [
                  { exchange: null, price: null, coin: 'DOGE', amount: '1', brought: '380', fees: [] },
                  { amount: '2', brought: '786.666666666666666666' },
                ],
              },
            },
          ],
        },
      },
      { receipt: { lines: [{ pending_conversion: true, pending_reason: null }] } },
    ]);
    // What conversions had to sell was sold with it.
    expect(await balance('conv:desk', 'LTC')).toBe('-1');
    expect(await sound()).toBe(true);
  });

  it('are sold by orders at the exchange, whose trades are on the receipt; what they brought is converted', async () => {
    await kit.converted();
    await work({ miner: dogeMiner, work: 50n });
    await block('a', coin);
    // Its id is not the first: the suite has opened one that is owed what conversions promised.
    const [own] = await kit.ctx.db.query<{ id: bigint }>(sql`SELECT miner_id AS id FROM credits`);
    const id = own?.id ?? 0n;
    // 2 LTC of conversions, and the one that waits.
    const run = await kit.trade();
    expect(run.orders.map(({ side, base, amount, state }) => [side, base, amount, state])[0]).toEqual([
      'sell',
      'LTC',
      '3',
      'filled',
    ]);
    expect(await readUnsold(kit.ctx, { limit: 9 })).toEqual([]);
    kit.ctx.advance(1000);
    expect(await convertPending(ctx())).toBe(1);
    expect(await convertPending(ctx())).toBe(0);
    // 99.5 dollars less two thousandths, at 0.25 dollars a DOGE: 397.204, less one percent.
    expect(await balance(`miner:${id}:mining`, 'DOGE')).toBe('393.23196');
    expect(await receipts(id)).toMatchObject([
      {
        receipt: {
          lines: [
            {
              rate: '397.204',
              usd: '99.301',
              sold: {
                amount: '1',
                brought: [{ coin: 'USD', amount: '99.301' }],
                sales_in_all: 2,
                sales: [
                  {
                    exchange: 'kraken',
                    price: '99.5',
                    coin: 'USD',
                    amount: '0.75',
                    brought: '74.47575',
                    fees: [{ coin: 'USD', amount: '0.14925' }],
                  },
                  // A part of a trade of 2.25, whose fee is that of all of it.
                  { amount: '0.25', brought: '24.82525', fees: [{ coin: 'USD', amount: '0.44775' }] },
                ],
              },
            },
          ],
        },
      },
      {},
    ]);
    expect(await balance(`miner:${id}:pending`, 'LTC')).toBe('0');
    expect(await balance('conv:desk', 'LTC')).toBe('0');
  });

  it('say how much was kept back of all that their sales brought, where only a part of it is converted', async () => {
    const kept = { ...ctx(), conversionSpreads: { ...spreads, ppm: { stable: 0, liquid: 3000, thin: 0 } } };
    await work({ miner: dogeMiner, work: 50n });
    await block('a', 2n * coin);
    await sell('1', '400', 'DOGE');
    await sell('1', '0.001', 'BTC');
    kit.ctx.advance(1000);
    expect(await convertPending(kept)).toBe(1);
    // 400 DOGE as they are, and 0.6% less of as many: half of it.
    expect(await receipts(1n)).toMatchObject([
      { receipt: { lines: [{ gross: '797.6', usd: '200', conversion_spread_percent: '0.3' }] } },
      {},
    ]);
  });

  it('are to be sold in the plan of trades, and are not once they are credited', async () => {
    await work({ miner: dogeMiner, work: 50n });
    await block('a', 4n * coin);
    const of = async () => {
      const positions = await readTradePositions(kit.context(), 'kraken');
      const ltc = positions.find((each) => each.coin === 'LTC');
      return ltc && { owed: formatAmount(ltc.owed), converted: formatAmount(ltc.converted) };
    };
    expect(await of()).toEqual({ owed: '0', converted: '4' });
    await sell('3', '1200', 'DOGE');
    expect(await of()).toEqual({ owed: '0', converted: '1' });
    await sell('1', '400', 'DOGE');
    expect(await of()).toBeUndefined();
    kit.ctx.advance(1000);
    expect(await convertPending(ctx())).toBe(1);
    expect(await of()).toBeUndefined();
    expect(await balance('conv:desk', 'LTC')).toBe('0');
    expect(await balance('miner:1:mining', 'DOGE')).toBe('1584');
    expect(await sound()).toBe(true);
  });

  it('are sold in the order of their rounds, and a rest of a thousandth is not waited for', async () => {
    await work({ miner: dogeMiner, work: 50n });
    await block('a', 2n * coin);
    await block('b', 2n * coin);
    await sell('1.998', '799.2', 'DOGE');
    expect(await readUnsold(kit.ctx, { limit: 9 })).toMatchObject([{ id: '2/1', sold: '0' }]);
    kit.ctx.advance(1000);
    expect(await convertPending(ctx())).toBe(1);
    // The average of what was sold, for all of it: 2 at 400.
    expect(await balance('miner:1:mining', 'DOGE')).toBe('792');
    expect(await balance('conv:desk', 'LTC')).toBe('0.002');
    expect(await sound()).toBe(true);
  });

  it('are let go by an operator: at the agreed rate where nothing was sold, else at the average of what was', async () => {
    const release = (id: string, reason = 'no market') =>
      releaseUnsold({ ...kit.ctx, actor: 'ann' }, { id, reason });
    await work({ miner: dogeMiner, work: 50n });
    await block('a', 2n * coin);
    await block('b', 2n * coin);
    await sell('1', '380', 'DOGE');
    expect(await release('1')).toEqual({ kind: 'malformed-id' });
    expect(await release('1/1', ' ')).toEqual({ kind: 'malformed-reason' });
    expect(await release('9/1')).toEqual({ kind: 'not-waiting' });
    expect(await release('1/1')).toEqual({ kind: 'ended', rest: '1', asset: 'LTC' });
    expect(await release('2/1')).toEqual({ kind: 'released' });
    expect(await release('2/1')).toEqual({ kind: 'not-waiting' });
    kit.ctx.advance(1000);
    expect(await convertPending(ctx())).toBe(2);
    // 760 and 800, less one percent of each.
    expect(await balance('miner:1:mining', 'DOGE')).toBe('1544.4');
    expect(await kit.ctx.db.query(sql`SELECT kind, subject FROM operator_decisions ORDER BY id`)).toEqual([
      { kind: 'release-unsold', subject: '1/1' },
      { kind: 'release-unsold', subject: '2/1' },
    ]);
    expect(await sound()).toBe(true);
  });

  it('are credited nothing by a trade that is far from the agreed rates', async () => {
    await work({ miner: dogeMiner, work: 50n });
    await block('a', 2n * coin);
    expect(await sell('2', '4000', 'DOGE', { despiteRate: 'a typing mistake' })).toMatchObject({
      kind: 'booked',
      uncredited: { coin: 'LTC', amount: '2' },
    });
    expect(await readUnsold(kit.ctx, { limit: 9 })).toMatchObject([{ sold: '0' }]);
    expect(parseAmount(await balance('miner:1:pending', 'LTC'))).toBe(2n * coin);
  });

  it('are credited what such a trade brought by the word of the operator alone', async () => {
    await work({ miner: dogeMiner, work: 50n });
    await block('a', 2n * coin);
    // Half of what the agreed rates say, in a market that had no more.
    expect(await sell('2', '400', 'DOGE', { creditsMiners: true })).toMatchObject({ kind: 'off-rate' });
    const outcome = await sell('2', '400', 'DOGE', { despiteRate: 'no other market', creditsMiners: true });
    expect(outcome).toMatchObject({ kind: 'booked' });
    expect(outcome).not.toHaveProperty('uncredited');
    kit.ctx.advance(1000);
    expect(await convertPending(ctx())).toBe(1);
    expect(await balance('miner:1:mining', 'DOGE')).toBe('396');
    expect(await sound()).toBe(true);
  });

  it('are credited nothing by a trade without an agreed rate, unless the operator says so', async () => {
    await work({ miner: dogeMiner, work: 50n });
    await block('a', 2n * coin);
    kit.ctx.prices.delete('LTC');
    // Ten times too much.
    expect(await sell('2', '8000', 'DOGE', { despiteRate: 'no rate today' })).toEqual({
      kind: 'credits-miners',
      coin: 'LTC',
      amount: '2',
    });
    expect(await kit.ctx.db.query(sql`SELECT kind FROM operator_decisions`)).toEqual([]);
    expect(await balance('conv:desk', 'LTC')).toBe('0');
    expect(await readUnsold(kit.ctx, { limit: 9 })).toMatchObject([{ sold: '0' }]);
    expect(await sell('2', '800', 'DOGE', { creditsMiners: true })).toEqual({ kind: 'no-rate', coin: 'LTC' });
    expect(
      await sell('2', '800', 'DOGE', { despiteRate: 'no rate today', creditsMiners: true }),
    ).toMatchObject({ kind: 'booked' });
    kit.ctx.advance(1000);
    expect(await convertPending(ctx())).toBe(1);
    expect(await balance('miner:1:mining', 'DOGE')).toBe('792');
    // Nothing waits any more: such a trade is booked as ever.
    expect(await sell('1', '400', 'DOGE', { despiteRate: 'no rate today' })).toMatchObject({
      kind: 'booked',
    });
    expect(await sound()).toBe(true);
  });

  it('are not tried again and again while what their sale brought, or what was let go, has no price', async () => {
    await work({ miner: dogeMiner, work: 50n });
    await block('a', 2n * coin);
    await block('b', 2n * coin);
    await sell('2', '0.002', 'BTC');
    expect(await releaseUnsold({ ...kit.ctx, actor: 'ann' }, { id: '2/1', reason: 'no market' })).toEqual({
      kind: 'released',
    });
    kit.ctx.prices.delete('BTC');
    kit.ctx.prices.delete('LTC');
    kit.ctx.advance(1000);
    const transactions = vi.spyOn(kit.ctx.db, 'transaction');
    expect(await convertPending(ctx())).toBe(0);
    expect(await convertPending(ctx())).toBe(0);
    // None was taken up; they say what they wait for, and an operator sees it.
    expect(transactions).not.toHaveBeenCalled();
    transactions.mockRestore();
    const waiting = sql`SELECT waiting FROM credits ORDER BY round_id`;
    expect(await kit.ctx.db.query(waiting)).toEqual([{ waiting: 'no-price' }, { waiting: 'no-price' }]);
    expect(await readHeldConversions(kit.ctx)).toMatchObject([{ why: 'no-price' }, { why: 'no-price' }]);
    kit.ctx.prices.set('LTC', '100');
    expect(await convertPending(ctx())).toBe(1);
    expect(await kit.ctx.db.query(waiting)).toEqual([{ waiting: 'no-price' }, { waiting: null }]);
    kit.ctx.prices.set('BTC', '100000');
    expect(await convertPending(ctx())).toBe(1);
    expect(await balance('miner:1:mining', 'DOGE')).toBe('1584');
    expect(await sound()).toBe(true);
  });

  it('change nothing where it is not set', async () => {
    await work({ miner: dogeMiner, work: 50n });
    const id = await recordCandidate(kit.ctx, buildCandidate('a'));
    const chains = [fakeChain([{ asset: 'LTC', amount: coin }])];
    await advanceRound({ ...kit.ctx, conversionSpreads: { ...spreads, sellsThinFirst: false }, chains }, id);
    expect(await balance('miner:1:mining', 'DOGE')).toBe('396');
    expect(await readUnsold(kit.ctx, { limit: 9 })).toEqual([]);
  });
});
