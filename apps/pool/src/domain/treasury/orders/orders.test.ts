import { tradingFeesAccount } from '@openlode/ledger/accounts';
import { formatAmount, parseAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import {
  createTradingKit,
  Died,
  TradingLife,
  type TradingKit,
} from '../../../testing/payouts/trading-kit.ts';
import { bookEntry } from '../../ledger/book-entry.ts';
import { readDecisions } from '../../kernel/decision.ts';
import { suspendPayouts } from '../../payouts/suspensions.ts';
import { listOrders, orderProblems } from '../../views/list-orders.ts';
import { correctPlace } from '../places/operate-places.ts';
import { makePlan } from '../trade-plan.ts';
import { followOrders, sendOrder } from './follow-order.ts';
import { lastOrderNumber, storeOrder } from './store-order.ts';

const dollar = { usd: '1', askUsd: '1', isThin: false };

describe.each(oneEngine())('orders at an exchange, on %s', (engine) => {
  let kit: TradingKit;
  beforeAll(async () => {
    kit = await createTradingKit(engine);
  });
  beforeEach(async () => {
    await kit.begin();
  });
  afterAll(() => kit.close());

  const states = async () => (await kit.orders()).map(({ side, base, state }) => `${side} ${base} ${state}`);
  const accounts = async (asset: string) =>
    Object.fromEntries(
      (
        await kit.ctx.db.query<{ account: string; amount: bigint }>(sql`
          SELECT account, amount FROM balances WHERE asset = ${asset} AND amount <> 0
             AND (account LIKE 'ext:exchange:%' OR account IN ('conv:desk', 'pool:trading-fees')) ORDER BY account`)
      ).map(({ account, amount }) => [account, formatAmount(amount)]),
    );
  /** What the exchange has, against the ledger, by the look of a minute. */
  const placeStates = async () => {
    await kit.look(2);
    return (await kit.places()).map(({ coin, state }) => `${coin} ${state}`).toSorted();
  };
  const allEqual = ['DOGE equal', 'LTC equal', 'USD equal'];
  /** Everything was traded once: what the plan says is 2 LTC and 303 DOGE. */
  const tradedOnce = async () => {
    expect(kit.taken.map(({ side, base, amount }) => [side, base, formatAmount(amount)])).toEqual([
      ['sell', 'LTC', '2'],
      ['buy', 'DOGE', '303'],
    ]);
    expect(await placeStates()).toEqual(allEqual);
    const [row] = await kit.ctx.db.query(sql`SELECT count(*) AS count FROM trade_fills`);
    expect(row).toEqual({ count: BigInt(kit.traded.length) });
  };

  it('are stored, sent, looked up and booked, one after another; nothing is missing then [L11] [L15] [L17]', async () => {
    await kit.converted();
    const run = await kit.trade();
    expect(run.stopped).toBeNull();
    expect(run.orders.map(({ side, base, amount, state }) => [side, base, amount, state])).toEqual([
      ['sell', 'LTC', '2', 'filled'],
      ['buy', 'DOGE', '303', 'filled'],
    ]);
    expect(await listOrders(kit.ctx, { limit: 1 })).toMatchObject([
      {
        side: 'buy',
        amount: '303',
        filled: '303',
        value: '76.12875',
        fees: '0.1522575 USD',
        exchangeId: 'E2',
        note: null,
      },
    ]);
    // Who had them sent, and why, is kept for ever.
    expect(
      (await readDecisions(kit.ctx, { limit: 2 })).map(({ kind, subject, reason }) => [
        kind,
        subject,
        reason,
      ]),
    ).toEqual([
      ['place-order', `kraken: buy 303 DOGE for USD (${run.orders[1]?.id})`, 'the plan is right'],
      ['place-order', `kraken: sell 2 LTC for USD (${run.orders[0]?.id})`, 'the plan is right'],
    ]);
    expect(await accounts('LTC')).toEqual({ 'ext:exchange:kraken': '-1' });
    // 2 LTC brought 199 dollars less 0.398; 303 DOGE took 76.12875 of them, and 0.1522575 beside it.
    expect(await accounts('USD')).toEqual({
      'conv:desk': '122.87125',
      'ext:exchange:kraken': '-499.8477425',
      'ext:exchange:kraken:bought': '-122.47325',
      'pool:trading-fees': '-0.5502575',
    });
    expect(await accounts('DOGE')).toEqual({
      'conv:desk': '-97',
      'ext:exchange:kraken': '-7',
      'ext:exchange:kraken:bought': '-303',
    });
    await tradedOnce();
    // The wallets have 100 DOGE, miners are owed 400, and 303 of them lie at the exchange.
    // No wallet of the suite has the LTC that came in.
    expect(await kit.beyond()).toEqual({ DOGE: 0n, LTC: -parseAmount('2'), USD: 0n });
  });

  it('that the exchange loses are missing from what wallets have to hold, to the unit [L11]', async () => {
    await kit.converted();
    await kit.trade();
    await kit.look();
    kit.held -= 1n;
    expect((await kit.beyond())['DOGE']).toBe(-1n);
    kit.held += 1n;
    // 310 are there, and 107 are the pool's own: 203 of them are what miners are owed.
    kit.shift('DOGE', -parseAmount('207'));
    await kit.look(2);
    expect((await kit.beyond())['DOGE']).toBe(-parseAmount('100'));
    // An exchange that says nothing for a day has nothing.
    kit.shift('DOGE', parseAmount('207'));
    await kit.look();
    expect((await kit.beyond())['DOGE']).toBe(0n);
    kit.silent = new Set(['balances']);
    kit.ctx.advance(86_400_000);
    await kit.look();
    expect((await kit.beyond())['DOGE']).toBe(-parseAmount('203'));
  });

  it('that the exchange keeps while nothing asks it count by its last look: a pool that was off for two days is not short [L11]', async () => {
    await kit.converted();
    await kit.trade();
    await kit.look();
    kit.ctx.advance(2 * 86_400_000);
    // The comparison of a payout falls between the question and its answer.
    let short: bigint | undefined;
    kit.meanwhile = async () => {
      short = (await kit.beyond())['DOGE'];
    };
    await kit.look();
    expect(short).toBe(0n);
    expect((await kit.beyond())['DOGE']).toBe(0n);
  });

  it('count for a day where the settings name their exchange no more, and never again before it answers [L11]', async () => {
    await kit.converted();
    await kit.trade();
    await kit.look();
    const { exchanges } = kit;
    kit.exchanges = [];
    kit.ctx.advance(86_000_000);
    await kit.look();
    expect((await kit.beyond())['DOGE']).toBe(0n);
    kit.ctx.advance(2 * 3_600_000);
    await kit.look();
    expect((await kit.beyond())['DOGE']).toBe(-parseAmount('203'));
    kit.exchanges = exchanges;
    await kit.look();
    expect((await kit.beyond())['DOGE']).toBe(0n);
  });

  it('buy what exchanges have taken as well: it is as much to be bought as what conversions have left', async () => {
    await kit.converted();
    // The rest of what conversions sold was bought by hand.
    await kit.convert('DOGE', '300', 'ext:suite');
    await kit.ctx.db.transaction((tx) =>
      bookEntry(tx, {
        key: 'fees of trades in DOGE',
        kind: 'given',
        at: kit.ctx.clock.now(),
        postings: [
          { account: tradingFeesAccount, asset: 'DOGE', amount: -parseAmount('5') },
          { account: 'ext:suite', asset: 'DOGE', amount: parseAmount('5') },
        ],
      }),
    );
    const run = await kit.trade();
    expect([run.stopped, run.orders.map(({ side, base, amount }) => [side, base, amount])]).toEqual([
      null,
      [
        ['sell', 'LTC', '2'],
        ['buy', 'DOGE', '105'],
      ],
    ]);
  });

  it('are not taken for refused by a process whose look is older than one that saw less there', async () => {
    await kit.converted();
    kit.fate = { isTaken: false, isAnswered: false };
    await kit.trade();
    kit.ctx.advance(91_000);
    await followOrders(kit.ctx, kit.trader());
    kit.ctx.advance(600_000);
    const had = kit.has('LTC');
    kit.lies = {
      balances: async () => {
        kit.lies = {};
        // Another process looks meanwhile, and less is there.
        kit.shift('LTC', -1n);
        await followOrders(kit.ctx, kit.trader());
        return new Map([['LTC', { total: had, available: had }]]);
      },
    };
    await followOrders(kit.ctx, kit.trader());
    expect(await states()).toEqual(['sell LTC unknown']);
    expect((await kit.orders())[0]?.hasFallen).toBe(true);
  });

  it('end with what was filled of them, or with nothing, and the rest is planned again', async () => {
    await kit.converted();
    kit.filledPercent = 40n;
    const run = await kit.trade();
    expect(run.orders.map(({ base, state }) => [base, state])).toEqual([
      ['LTC', 'cancelled'],
      ['DOGE', 'cancelled'],
    ]);
    expect(await placeStates()).toEqual(allEqual);
    expect(await accounts('LTC')).toEqual({ 'conv:desk': '1.2', 'ext:exchange:kraken': '-2.2' });
    kit.filledPercent = 0n;
    expect((await kit.trade()).orders.map(({ base, amount, state }) => [base, amount, state])).toEqual([
      ['LTC', '1.2', 'cancelled'],
      ['DOGE', '181.8', 'cancelled'],
    ]);
    expect(await placeStates()).toEqual(allEqual);
  });

  it('whose answer is lost are found, and nothing else is ordered meanwhile', async () => {
    await kit.converted();
    kit.fate = { isTaken: true, isAnswered: false };
    kit.lies = { lookUpOrder: async () => ({ kind: 'unanswered', why: 'no answer' }) };
    expect((await kit.trade()).stopped).toMatch(/^order ol[0-9a-f]{16} is unknown: kraken does not say/);
    // It has moved what it may have moved: no difference.
    await kit.look(2);
    expect((await kit.places()).map(({ coin, state }) => `${coin} ${state}`).toSorted()).toEqual([
      'DOGE equal',
      'LTC unknown',
      'USD unknown',
    ]);
    expect((await kit.trade()).orders).toEqual([]);
    expect(kit.taken).toHaveLength(1);
    kit.lies = {};
    kit.fate = { isTaken: true, isAnswered: true };
    await followOrders(kit.ctx, kit.trader());
    await kit.look();
    expect((await kit.trade()).stopped).toBeNull();
    await tradedOnce();
  });

  it('that were never taken are refused after two looks ten minutes apart, and may be ordered again', async () => {
    await kit.converted();
    kit.fate = { isTaken: false, isAnswered: false };
    expect((await kit.trade()).stopped).toMatch(/is unknown: kraken does not show it/);
    kit.ctx.advance(91_000);
    await followOrders(kit.ctx, kit.trader());
    kit.ctx.advance(599_999);
    await followOrders(kit.ctx, kit.trader());
    expect(await states()).toEqual(['sell LTC unknown']);
    kit.ctx.advance(1);
    await followOrders(kit.ctx, kit.trader());
    expect(await states()).toEqual(['sell LTC refused']);
    kit.fate = { isTaken: true, isAnswered: true };
    await kit.look();
    expect((await kit.trade()).stopped).toBeNull();
    await tradedOnce();
  });

  it('are a matter for a person after a day in which less is there than before', async () => {
    await kit.converted();
    kit.fate = { isTaken: false, isAnswered: false };
    await kit.trade();
    kit.shift('LTC', -1n);
    for (let look = 0; look < 4; look += 1) {
      kit.ctx.advance(8 * 3_600_000);
      await followOrders(kit.ctx, kit.trader());
    }
    const [order] = await kit.orders();
    expect([order?.state, order?.note]).toEqual([
      'unknown',
      'kraken has not shown it for a day, and less is there than before: look there yourself',
    ]);
    expect(await orderProblems(kit.ctx)).toEqual([
      `order ${order?.id} at kraken is unknown for half an hour: ${order?.note}; nothing else is ordered there, see openlode orders`,
    ]);
    // One unit less is no more than the order may have sold; the rest of it would be.
    kit.shift('LTC', -parseAmount('2'));
    await kit.look(2);
    expect((await kit.places()).find(({ coin }) => coin === 'LTC')?.state).toBe('difference');
    const amount = `-2.${'0'.repeat(17)}1`;
    const request = { place: 'kraken', coin: 'LTC', amount, atMost: '3', reason: 'looked up' };
    expect(await correctPlace(kit.context(), request)).toEqual({
      kind: 'refused',
      why: `order ${order?.id} is not over: see openlode orders`,
    });
  });

  it('are stored once by two processes that planned by the same state, and sent once by two that found them [L17]', async () => {
    await kit.converted();
    const ctx = { ...kit.context(), random: kit.ctx.random };
    const after = await lastOrderNumber(ctx.db, 'kraken');
    const { orders, caps, positions } = await makePlan(ctx);
    const [order] = orders;
    const price = positions.find(({ coin }) => coin === 'LTC')?.price;
    if (order === undefined || price === undefined) throw new Error('no order');
    const request = {
      place: 'kraken',
      after,
      order,
      caps,
      prices: { base: price, quote: dollar },
      reason: 'ordered',
    };
    const stored = await Promise.all([1, 2, 3].map(() => storeOrder(ctx, request)));
    expect(stored.map(({ kind }) => kind).toSorted()).toEqual(['refused', 'refused', 'stored']);
    const [row] = await kit.orders();
    await Promise.all([1, 2, 3].map(() => sendOrder(ctx, kit.trader(), row?.id ?? '')));
    expect(kit.taken).toHaveLength(1);
    await Promise.all([1, 2, 3].map(() => followOrders(ctx, kit.trader())));
    expect(await states()).toEqual(['sell LTC filled']);
    // It is over: a plan of before it makes none.
    expect(await storeOrder(ctx, request)).toMatchObject({
      kind: 'refused',
      why: 'conversions have 0 LTC left to sell, and not 2 any more',
    });
    await kit.convert('LTC', '2', 'ext:suite');
    expect(await storeOrder(ctx, request)).toMatchObject({
      kind: 'refused',
      why: 'another order was stored meanwhile: plan again',
    });
  });

  it('are not sent a minute after they were stored, nor once they were given up', async () => {
    await kit.converted();
    const life = new TradingLife();
    const ctx = { ...kit.context(), random: kit.ctx.random };
    const { orders, caps, positions } = await makePlan(ctx);
    const [order] = orders;
    const price = positions.find(({ coin }) => coin === 'LTC')?.price;
    if (order === undefined || price === undefined) throw new Error('no order');
    const stored = await storeOrder(ctx, {
      place: 'kraken',
      after: 0n,
      order,
      caps,
      prices: { base: price, quote: dollar },
      reason: 'ordered',
    });
    kit.ctx.advance(60_001);
    await sendOrder(ctx, kit.trader(life), stored.kind === 'stored' ? stored.id : '');
    expect([await states(), kit.taken]).toEqual([['sell LTC refused'], []]);
  });

  it('are not made by a copy of the ledger that is older than its trades, nor while payouts are suspended', async () => {
    await kit.converted();
    const older = { LTC: kit.has('LTC'), USD: kit.has('USD') };
    // What a newer ledger has traded, and this one does not know.
    kit.shift('LTC', -parseAmount('2'));
    kit.shift('USD', parseAmount('199'));
    expect((await kit.trade()).stopped).toBe('kraken says now that it has 1 LTC, and the ledger 3');
    kit.others = new Map(Object.entries(older));
    const at = kit.ctx.clock.now();
    await suspendPayouts(kit.ctx.db, { network: '*', reason: 'restored', detail: 'a backup' }, at);
    expect((await kit.trade()).stopped).toBe(
      'payouts of * are suspended (restored): nothing is traded until that is lifted',
    );
    await kit.lift();
    await suspendPayouts(
      kit.ctx.db,
      { network: 'asset:LTC', reason: 'wallet-short', detail: '', mark: '1' },
      at,
    );
    expect((await kit.trade()).stopped).toMatch(/^payouts of asset:LTC are suspended/);
    expect([await kit.orders(), kit.taken]).toEqual([[], []]);
  });

  it('count for the caps from when they are stored, and for the loss of a day', async () => {
    await kit.converted();
    kit.tradeCaps = {
      orderUsd: parseAmount('100'),
      hourUsd: parseAmount('150'),
      dayUsd: parseAmount('1000'),
      exposureUsd: parseAmount('50000'),
      lossUsd: parseAmount('2'),
    };
    kit.fate = { isTaken: true, isAnswered: false };
    kit.lies = { lookUpOrder: async () => ({ kind: 'unanswered', why: 'no answer' }) };
    await kit.trade();
    expect((await kit.trades()).before).toMatchObject({ hourUsd: '100', dayUsd: '100', lostUsd: '0' });
    kit.lies = {};
    kit.fate = { isTaken: true, isAnswered: true };
    await kit.trade();
    await kit.look();
    expect(
      (await kit.orders()).map(({ base, amount, state }) => [base, formatAmount(amount), state]),
    ).toEqual([
      ['LTC', '1', 'filled'],
      ['LTC', '0.5', 'filled'],
    ]);
    // 100 dollars brought 99.5 less 0.199, and 50 half as much: by the agreed price they lost 1.0485.
    const { before, left } = await kit.trades();
    expect([before.hourUsd, before.lostUsd]).toEqual(['150', '1.0485']);
    expect(left.map(({ coin, why }) => [coin, why])).toEqual([
      ['DOGE', 'kept'],
      ['USD', 'money'],
      ['DOGE', 'hour-cap'],
      ['LTC', 'hour-cap'],
    ]);
    kit.tradeCaps = { ...kit.tradeCaps, hourUsd: parseAmount('1000'), lossUsd: parseAmount('1.0485') };
    expect(await kit.trade()).toEqual({ orders: [], stopped: null });
  });

  it.each([
    [
      'another id than before',
      { lookUpOrder: async () => ({ kind: 'found', exchangeId: 'other', isOpen: false, filled: 0n }) },
      /calls it other now, and E1 before/,
    ],
    [
      'that it has taken none',
      { lookUpOrder: async () => ({ kind: 'absent' }) },
      /has taken it and does not know it any more/,
    ],
    ['trades that it does not name', { fills: async () => [] }, /has not named all its trades yet/],
    [
      'more trades than were ordered',
      {
        fills: async () => [
          ...kit.traded,
          ...kit.traded.map((fill) => ({ ...fill, exchangeId: `${fill.exchangeId}x` })),
        ],
      },
      /names more trades of it than were ordered/,
    ],
    [
      'a trade past the limit',
      { fills: async () => kit.traded.map((fill) => ({ ...fill, price: 1n, value: 1n })) },
      /that cannot be \((odd-value|past-limit)\)/,
    ],
    [
      'nothing',
      { fills: async () => Promise.reject(new Error('no answer')) },
      /does not say what it has traded: no answer/,
    ],
  ] as const)('book nothing of an exchange that says %s, and wait', async (_name, lies, expected) => {
    await kit.converted();
    kit.lies = lies as typeof kit.lies;
    const run = await kit.trade();
    expect(run.stopped).toMatch(expected);
    expect(kit.taken).toHaveLength(1);
    expect(await accounts('LTC')).toEqual({ 'conv:desk': '2', 'ext:exchange:kraken': '-3' });
    // Once it says what was, that is booked.
    kit.lies = {};
    await followOrders(kit.ctx, kit.trader());
    expect(await states()).toEqual(['sell LTC filled']);
    expect(await placeStates()).toEqual(allEqual);
  });

  it('of two that an exchange calls the same are not one', async () => {
    await kit.converted();
    await kit.trade();
    kit.lies = { place: async () => ({ kind: 'accepted', exchangeId: 'E1' }) };
    await kit.convert('LTC', '1', 'ext:suite');
    kit.lies = {
      ...kit.lies,
      lookUpOrder: async () => ({ kind: 'found', exchangeId: 'E1', isOpen: false, filled: 0n }),
    };
    const run = await kit.trade();
    expect(run.stopped).toMatch(/calls it E1, as it called ol[0-9a-f]{16}$/);
  });

  /** The process dies at a step, another one goes on. Answers whether the first came to its end. */
  async function dieAndGoOn(dieAt: number): Promise<boolean> {
    await kit.begin();
    await kit.converted();
    const life = new TradingLife(dieAt);
    const died = await kit.trade(life).then(
      () => false,
      (error: unknown) => {
        if (!(error instanceof Died)) throw error;
        return true;
      },
    );
    for (let turn = 0; turn < 4; turn += 1) {
      await kit.trade();
      kit.ctx.advance(11 * 60_000);
      await kit.look(2);
    }
    await tradedOnce();
    expect((await kit.beyond())['DOGE']).toBe(0n);
    return !died;
  }

  it.each([6, 8, 12, 20, 34])(
    'trade once, though the process dies at its step %i (all: orders.long.test.ts) [L17]',
    async (step) => {
      expect(await dieAndGoOn(step)).toBe(false);
    },
  );
});
