import { formatAmount, parseAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import { createTradingKit, type TradingKit } from '../../../testing/payouts/trading-kit.ts';
import { readDecisions } from '../../kernel/decision.ts';
import { correctPlace } from '../places/operate-places.ts';
import { adoptTrade } from './adopt-trade.ts';
import { endOrder, notYet } from './end-order.ts';
import { followOrders } from './follow-order.ts';

const hour = 3_600_000;
const day = 24 * hour;
const reason = 'support of kraken: no such order';

describe.each(oneEngine())('orders that an operator ends, on %s', (engine) => {
  let kit: TradingKit;
  beforeAll(async () => {
    kit = await createTradingKit(engine);
  });
  beforeEach(async () => {
    await kit.begin();
  });
  afterAll(() => kit.close());

  const context = () => ({ ...kit.context(), random: kit.ctx.random, traders: [kit.trader()] });
  const end = async (otherTrades: readonly string[] = []) => {
    const id = (await kit.orders())[0]?.id ?? '';
    return endOrder(context(), kit.trader(), { id, reason, otherTrades });
  };
  const follow = () => followOrders(kit.ctx, kit.trader());
  const states = async () => (await kit.orders()).map(({ side, base, state }) => `${side} ${base} ${state}`);
  const placeStates = async () => {
    await kit.look(2);
    return (await kit.places()).map(({ coin, state }) => `${coin} ${state}`).toSorted();
  };
  const booked = async () => {
    const [row] = await kit.ctx.db.query<{ count: bigint }>(sql`SELECT count(*) AS count FROM trade_fills`);
    return row?.count;
  };
  const allEqual = ['DOGE equal', 'LTC equal', 'USD equal'];

  /** An order whose answer was lost, and a unit of its coin was withdrawn by hand meanwhile: no look ends it. */
  async function stuck(isTaken: boolean): Promise<void> {
    await kit.converted();
    kit.fate = { isTaken, isAnswered: false };
    kit.lies = { lookUpOrder: async () => ({ kind: 'absent' }), fills: async () => [] };
    await kit.trade();
    if (!isTaken) kit.shift('LTC', -1n);
    kit.ctx.advance(91_000);
    await follow();
    kit.ctx.advance(hour);
    await follow();
    kit.fate = { isTaken: true, isAnswered: true };
  }

  it('are ended after a day and two looks, by an operator whose reason is kept, and the next plan goes on', async () => {
    await stuck(false);
    expect(await end()).toEqual({
      kind: 'refused',
      why: 'it was sent less than a day ago: it ends by itself where it can',
    });
    kit.ctx.advance(day);
    expect(await endOrder(context(), kit.trader(), { id: 'olnone', reason })).toMatchObject({
      why: 'there is no order olnone',
    });
    expect(
      await endOrder(context(), undefined, { id: (await kit.orders())[0]?.id ?? '', reason }),
    ).toMatchObject({ why: 'the settings name no key that trades at kraken' });
    expect(await endOrder(context(), kit.trader(), { id: '', reason: ' ' })).toEqual({
      kind: 'malformed-reason',
    });
    expect(await end()).toEqual({ kind: 'ended' });
    const [order] = await kit.orders();
    expect((await readDecisions(kit.ctx, { limit: 1 }))[0]).toMatchObject({
      kind: 'end-order',
      subject: `kraken: sell 2 LTC for USD (${order?.id})`,
      reason,
    });
    expect(await end()).toEqual({ kind: 'refused', why: 'it is ended' });
    // What was withdrawn by hand is a difference from now on, and nothing is ordered in the coin before it is booked.
    kit.lies = {};
    expect(await placeStates()).toEqual(['DOGE equal', 'LTC difference', 'USD equal']);
    kit.shift('LTC', 1n);
    await kit.look(2);
    const run = await kit.trade();
    expect(run.orders.map(({ side, base, amount, state }) => [side, base, amount, state])).toEqual([
      ['sell', 'LTC', '2', 'filled'],
      ['buy', 'DOGE', '303', 'filled'],
    ]);
    expect(await placeStates()).toEqual(allEqual);
  });

  it('are not ended while the exchange shows them, says nothing, or has traded what could be some of them', async () => {
    await stuck(true);
    kit.ctx.advance(day);
    kit.lies = { lookUpOrder: async () => ({ kind: 'unanswered', why: 'no answer' }) };
    expect(await end()).toMatchObject({ why: 'kraken does not say whether it has it: no answer' });
    kit.lies = {};
    expect(await end()).toMatchObject({ why: 'kraken shows it now: openlode orders look' });
    kit.lies = {
      lookUpOrder: async () => ({ kind: 'absent' }),
      fills: async () => Promise.reject(new Error('no answer')),
    };
    expect(await end()).toMatchObject({ why: 'kraken does not say what it has traded since: no answer' });
    kit.lies = { lookUpOrder: async () => ({ kind: 'absent' }) };
    expect(await end()).toMatchObject({
      why: 'kraken has traded since what could be some of it: T1 (sell 0.5 LTC), T2 (sell 1.5 LTC). Name those that you made there yourself with --other-trades',
    });
    expect(await end(['T1'])).toMatchObject({ kind: 'refused' });
    expect(await end(['T1', 'T2'])).toEqual({ kind: 'ended' });
  });

  it('are booked once where the exchange shows them afterwards, also beside another order', async () => {
    await stuck(true);
    kit.ctx.advance(day);
    expect(await end()).toEqual({ kind: 'ended' });
    expect(await placeStates()).toEqual(['DOGE equal', 'LTC difference', 'USD difference']);
    // It is looked for once an hour.
    kit.lies = {};
    await follow();
    expect(await states()).toEqual(['sell LTC ended']);
    kit.ctx.advance(hour);
    await Promise.all([follow(), follow(), follow()]);
    await follow();
    expect([await states(), await booked()]).toEqual([['sell LTC filled'], 2n]);
    expect((await kit.orders())[0]).toMatchObject({
      exchangeId: 'E1',
      note: 'kraken has shown it after it was ended',
    });
    expect(await placeStates()).toEqual(allEqual);
    const run = await kit.trade();
    expect(run.orders.map(({ side, base, amount }) => [side, base, amount])).toEqual([
      ['buy', 'DOGE', '303'],
    ]);
  });

  it('are none of another order: what was adopted meanwhile is not booked again', async () => {
    await stuck(true);
    kit.ctx.advance(day);
    expect(await end()).toEqual({ kind: 'ended' });
    await kit.look(2);
    kit.lies = { lookUpOrder: async () => ({ kind: 'absent' }) };
    expect(await adoptTrade(context(), { place: 'kraken', order: 'E1', reason })).toMatchObject({
      kind: 'booked',
    });
    kit.lies = {};
    kit.ctx.advance(2 * hour);
    await follow();
    const [order, adopted] = await kit.orders();
    expect([order?.state, adopted?.state, await booked()]).toEqual(['ended', 'filled', 2n]);
    expect(order?.note).toBe(`kraken calls it E1, as it called ${adopted?.id}`);
    expect(await placeStates()).toEqual(allEqual);
  });

  it('that a restored ledger has lost are adopted, and `places correct` refuses to book them as a loss', async () => {
    await kit.converted();
    // What a newer ledger has ordered.
    kit.take({
      id: 'olnewer',
      base: 'LTC',
      quote: 'USD',
      side: 'sell',
      amount: parseAmount('2'),
      price: parseAmount('99.5'),
      madeAt: kit.ctx.clock.now(),
    });
    await kit.look(2);
    const correct = (coin: string, amount: string) =>
      correctPlace(context(), { place: 'kraken', coin, amount, atMost: '1000', reason: 'looked up' });
    const words =
      'kraken has sold 2 LTC for 199 USD by its order E1, which the ledger does not have; conversions would make it again, so book it as that: openlode orders adopt kraken E1';
    expect(await correct('LTC', '-2')).toEqual({ kind: 'refused', why: words });
    expect(await correct('USD', '198.602')).toEqual({ kind: 'refused', why: words });
    kit.lies = { fills: async () => Promise.reject(new Error('no answer')) };
    expect(await correct('LTC', '-2')).toMatchObject({
      why: 'kraken does not say what it has traded: no answer',
    });
    kit.lies = {};
    const adopt = (order: string) => adoptTrade(context(), { place: 'kraken', order, reason: 'restored' });
    expect(await adopt('E7')).toMatchObject({ kind: 'refused' });
    const [first, second] = await Promise.all([adopt('E1'), adopt('E1')]);
    expect([first.kind, second.kind].toSorted()).toEqual(['booked', 'refused']);
    const [order] = await kit.orders();
    expect([order?.state, formatAmount(order?.amount ?? 0n), await booked()]).toEqual(['filled', '2', 2n]);
    expect((await readDecisions(kit.ctx, { limit: 1 }))[0]?.subject).toBe(
      `kraken: sell 2 LTC for USD (E1, ${order?.id})`,
    );
    expect(await placeStates()).toEqual(allEqual);
    expect((await kit.beyond())['DOGE']).toBe(0n);
    const run = await kit.trade();
    expect(run.orders.map(({ side, base, amount }) => [side, base, amount])).toEqual([
      ['buy', 'DOGE', '303'],
    ]);
  });

  it('that were none of what conversions have left stay a matter of `places correct`', async () => {
    await kit.converted();
    // An operator sells more there than conversions have: coins of the pool's own.
    kit.take({
      id: 'by-hand',
      base: 'LTC',
      quote: 'USD',
      side: 'sell',
      amount: parseAmount('2.5'),
      price: parseAmount('99.5'),
      madeAt: kit.ctx.clock.now(),
    });
    await kit.look(2);
    expect(await adoptTrade(context(), { place: 'kraken', order: 'E1', reason })).toEqual({
      kind: 'refused',
      why: 'conversions have less than 2.5 LTC left to sell: it was none of theirs',
    });
    const request = { place: 'kraken', coin: 'LTC', amount: '-2.5', atMost: '3', reason: 'mine' };
    expect(await correctPlace(context(), request)).toEqual({ kind: 'booked', amount: '-2.5' });
  });
});

describe('an order is not to be ended', () => {
  const now = 10 * day;
  const at = (ms: number) => new Date(now - ms);
  const row = {
    state: 'unknown',
    place: 'kraken',
    sentAt: at(day + 1),
    absentFrom: at(900_000),
    absentUntil: at(300_000),
  } as const;

  it.each([
    ['with all that it takes', row, undefined],
    ['sent', { ...row, state: 'sent' }, undefined],
    ['a day ago to the ms', { ...row, sentAt: at(day) }, /less than a day ago/],
    ['looked for once', { ...row, absentFrom: null, absentUntil: null }, /two looks/],
    ['looked for twice within less than ten minutes', { ...row, absentUntil: at(300_001) }, /two looks/],
    ['taken', { ...row, state: 'open' }, /has taken it/],
    ['over', { ...row, state: 'filled' }, /it is filled/],
    ['stored', { ...row, state: 'stored', sentAt: null }, /it is stored/],
  ] as const)('%s', (_name, order, expected) => {
    const why = notYet(order, now);
    if (expected === undefined) expect(why).toBeUndefined();
    else expect(why).toMatch(expected);
  });
});
