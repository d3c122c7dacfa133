import { parseAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import { createTradingKit, type TradingKit } from '../../../testing/payouts/trading-kit.ts';
import { readDecisions } from '../../kernel/decision.ts';
import { correctPlace } from '../places/operate-places.ts';
import { adoptTrade } from './adopt-trade.ts';

const reason = 'shown late';

describe.each(oneEngine())('orders that an exchange has ended, on %s', (engine) => {
  let kit: TradingKit;
  beforeAll(async () => {
    kit = await createTradingKit(engine);
  });
  beforeEach(async () => {
    await kit.begin();
  });
  afterAll(() => kit.close());

  const context = () => ({ ...kit.context(), random: kit.ctx.random, traders: [kit.trader()] });
  const states = async () => (await kit.orders()).map(({ side, base, state }) => `${side} ${base} ${state}`);
  const placeStates = async () => {
    await kit.look(2);
    return (await kit.places()).map(({ coin, state }) => `${coin} ${state}`).toSorted();
  };
  const booked = async () => {
    const [row] = await kit.ctx.db.query<{ count: bigint }>(sql`SELECT count(*) AS count FROM trade_fills`);
    return row?.count;
  };
  const half = parseAmount('0.5');
  /** Two LTC are sold in two trades, of which the exchange shows the first alone, as all that it has filled. */
  async function shownInPart(): Promise<void> {
    await kit.converted();
    kit.lies = {
      lookUpOrder: async () => ({ kind: 'found', exchangeId: 'E1', isOpen: false, filled: half }),
      fills: async () => kit.traded.filter(({ exchangeId }) => exchangeId === 'T1'),
    };
    await kit.trade();
    kit.lies = {};
    await kit.look(2);
  }
  const correct = (coin: string, amount: string) =>
    correctPlace(context(), { place: 'kraken', coin, amount, atMost: '1000', reason: 'looked up' });
  const adopt = (order = 'E1') => adoptTrade(context(), { place: 'kraken', order, reason });

  it('and shows further trades of are booked with them, each once, and made by no plan again', async () => {
    await shownInPart();
    expect([await states(), await booked()]).toEqual([['sell LTC cancelled'], 1n]);
    const words =
      'kraken has sold 1.5 LTC for 149.25 USD by its order E1, which the ledger does not have; conversions would make it again, so book it as that: openlode orders adopt kraken E1';
    expect(await correct('LTC', '-1.5')).toEqual({ kind: 'refused', why: words });
    const [order] = await kit.orders();
    const [first, second] = await Promise.all([adopt(), adopt()]);
    expect([first.kind, second.kind].toSorted()).toEqual(['booked', 'refused']);
    expect([first, second]).toContainEqual({ kind: 'booked', id: order?.id });
    expect([await states(), await booked()]).toEqual([['sell LTC cancelled'], 2n]);
    expect((await readDecisions(kit.ctx, { limit: 1 }))[0]?.subject).toBe(
      `kraken: sell 1.5 LTC for USD (E1, ${order?.id})`,
    );
    expect(await placeStates()).toEqual(['DOGE equal', 'LTC equal', 'USD equal']);
    const run = await kit.trade();
    expect(run.orders.map(({ side, base, amount }) => [side, base, amount])).toEqual([
      ['buy', 'DOGE', '303'],
    ]);
  });

  it('and whose trades it calls otherwise now have none to book again: what differs is corrected', async () => {
    await shownInPart();
    // The second was none of the order: it never was. What the exchange has less has been taken by someone else.
    kit.traded = kit.traded.slice(0, 1).map((fill) => ({ ...fill, exchangeId: 'T1-renamed' }));
    expect(await adopt()).toEqual({
      kind: 'refused',
      why: 'kraken names no trade of E1 that the ledger does not have, in two coins that differ there',
    });
    expect(await correct('LTC', '-1.5')).toEqual({ kind: 'booked', amount: '-1.5' });
    expect(await booked()).toBe(1n);
  });

  it('and names more of than was ordered have none to book either', async () => {
    await shownInPart();
    kit.traded = kit.traded.map((fill) =>
      fill.exchangeId === 'T1' ? { ...fill, amount: fill.amount + 1n } : fill,
    );
    expect(await adopt()).toMatchObject({ kind: 'refused' });
    expect(await correct('LTC', '-1.5')).toEqual({ kind: 'booked', amount: '-1.5' });
  });

  it('are not over while a trade of theirs is named twice', async () => {
    await kit.converted();
    kit.lies = {
      lookUpOrder: async () => ({ kind: 'found', exchangeId: 'E1', isOpen: false, filled: 2n * half }),
      fills: async () => [...kit.traded.slice(0, 1), ...kit.traded.slice(0, 1)],
    };
    await kit.trade();
    expect([await states(), await booked()]).toEqual([['sell LTC open'], 0n]);
    expect((await kit.orders())[0]?.note).toBe('kraken names trade T1 of it twice');
  });
});
