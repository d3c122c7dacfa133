import { conversionAccount, type LedgerAccount, miningAccount } from '@openlode/ledger/accounts';
import { parseAmount } from '@openlode/money/amount';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { openMiner } from '../../testing/payouts/payout-world.ts';
import { createPlaceKit, type PlaceKit } from '../../testing/payouts/place-kit.ts';
import { bookEntry } from '../ledger/book-entry.ts';
import { tradeCaps } from '../policy/round-rules.ts';
import { moveFunds } from './move-funds.ts';
import { planTradesNow } from './trade-plan.ts';

const offer = (price: string, amount: string) => ({ price: parseAmount(price), amount: parseAmount(amount) });

describe.each(oneEngine())('the plan of trades, on %s', (engine) => {
  let kit: PlaceKit;
  beforeAll(async () => {
    kit = await createPlaceKit(engine);
  });
  beforeEach(async () => {
    await kit.begin();
    kit.tradeCaps = undefined;
    kit.ctx.prices.set('LTC', '100');
  });
  afterAll(() => kit.close());

  async function convert(asset: string, amount: string, to: LedgerAccount): Promise<void> {
    const units = parseAmount(amount);
    const postings = [
      { account: conversionAccount, asset, amount: units },
      { account: to, asset, amount: -units },
    ];
    await kit.ctx.db.transaction((tx) =>
      bookEntry(tx, { key: `given ${asset}`, kind: 'given', at: kit.ctx.clock.now(), postings }),
    );
  }

  const market = (base: string, quote: string, price: string) => ({
    base,
    quote,
    amountStep: parseAmount('0.001'),
    priceStep: parseAmount('0.00001'),
    amountMin: parseAmount('0.01'),
    valueMin: parseAmount('1'),
    now: {
      bids: [offer(price, '1000')],
      asks: [offer(price, '1000')],
      dayVolume: parseAmount('100000'),
      changedAt: kit.ctx.clock.now(),
    },
  });

  /** 2 LTC came in by conversion, and miners are owed 400 DOGE for them. The exchange has 3 LTC, 7 DOGE and 500 dollars. */
  async function converted(): Promise<void> {
    kit.others = new Map([
      ['LTC', parseAmount('3')],
      ['USD', parseAmount('500')],
    ]);
    await kit.opened(parseAmount('7'));
    for (const [coin, amount] of [
      ['LTC', '3'],
      ['USD', '500'],
    ] as const)
      expect(await kit.open(amount, coin)).toEqual({ kind: 'booked', amount });
    await kit.look(2);
    await convert('LTC', '2', 'ext:suite');
    await convert('DOGE', '-400', miningAccount(await openMiner(kit.ctx)));
    kit.markets = [market('LTC', 'USD', '100'), market('DOGE', 'USD', '0.25'), market('XMR', 'USD', '9')];
  }

  it('goes as far from the price as the class of a coin allows, which an operator may name', async () => {
    await converted();
    const pricesBy = async (named: readonly (readonly [string, 'thin' | 'liquid'])[]) => {
      const conversionSpreads = { ppm: { stable: 0, liquid: 0, thin: 0 }, named: new Map(named) };
      const { orders } = await planTradesNow({ ...kit.context(), conversionSpreads });
      return orders.map(({ base, price }) => `${base} ${price}`);
    };
    expect(await pricesBy([])).toEqual(['LTC 99.5', 'DOGE 0.25125']);
    expect(await pricesBy([['LTC', 'thin']])).toEqual(['LTC 98', 'DOGE 0.25125']);
    expect(await pricesBy([['LTC', 'liquid']])).toEqual(['LTC 99.5', 'DOGE 0.25125']);
  });

  it('sells and buys what conversions have left, beside what is held, and says what that comes to', async () => {
    await converted();
    expect(await kit.trades()).toEqual({
      exchange: 'kraken',
      fault: null,
      positions: [
        {
          coin: 'DOGE',
          owed: '400',
          wallets: '100',
          exchange: '7',
          onItsWay: '0',
          target: '10',
          conversion: '-400',
          conversionAfter: '-97',
          exchangeAfter: '310',
          usd: '100',
        },
        {
          coin: 'LTC',
          owed: '0',
          wallets: '0',
          exchange: '3',
          onItsWay: '0',
          target: '0',
          conversion: '2',
          conversionAfter: '0',
          exchangeAfter: '1',
          usd: '200',
        },
        {
          coin: 'USD',
          owed: '0',
          wallets: '0',
          exchange: '500',
          onItsWay: '0',
          target: '0',
          conversion: '0',
          conversionAfter: '122.87125',
          exchangeAfter: '622.87125',
          usd: '0',
        },
      ],
      orders: [
        { side: 'sell', amount: '2', base: 'LTC', price: '99.5', quote: 'USD', usd: '200', isNetting: false },
        {
          side: 'buy',
          amount: '303',
          base: 'DOGE',
          price: '0.25125',
          quote: 'USD',
          usd: '76.12875',
          isNetting: false,
        },
      ],
      left: [{ coin: 'DOGE', side: 'buy', amount: '97', why: 'kept', note: null }],
      before: { hourUsd: '0', dayUsd: '0', lostUsd: '0', unvalued: 0 },
    });
  });

  const whys = async () =>
    (await kit.trades()).left.map(({ coin, amount, why, note }) => [coin, amount, why, note]);

  it('orders nothing where the exchange is not known to have what the ledger says', async () => {
    await converted();
    kit.balance -= 1n;
    await kit.look(2);
    const { orders } = await kit.trades();
    expect(orders.map(({ base }) => base)).toEqual(['LTC']);
    expect(await whys()).toEqual([
      [
        'DOGE',
        '400',
        'place-closed',
        'kraken has 0.000000000000000001 DOGE less than the ledger says: nothing is sent there',
      ],
    ]);
  });

  it('orders nothing of a look that is old, of a coin without a price, or without an exchange', async () => {
    await converted();
    kit.ctx.prices.delete('LTC');
    expect(await whys()).toEqual([
      ['DOGE', '97', 'kept', null],
      ['LTC', '2', 'no-agreed-price', 'missing'],
    ]);
    kit.ctx.prices.set('LTC', '100');
    kit.ctx.advance(600_001);
    expect(await whys()).toEqual([
      ['DOGE', '400', 'place-closed', 'kraken has not said for ten minutes what it has'],
      ['LTC', '2', 'place-closed', 'kraken has not said for ten minutes what it has'],
    ]);
    kit.exchanges = [];
    const plan = await kit.trades();
    expect([plan.exchange, plan.orders]).toEqual([null, []]);
    expect(plan.positions.map(({ coin, exchange }) => [coin, exchange])).toEqual([
      ['DOGE', '0'],
      ['LTC', '0'],
    ]);
  });

  it('says where the money of the exchange is not begun', async () => {
    kit.others = new Map([['LTC', parseAmount('3')]]);
    await kit.opened();
    await kit.look();
    await kit.open('3', 'LTC');
    await kit.look();
    await convert('LTC', '2', 'ext:suite');
    kit.markets = [market('LTC', 'USD', '100')];
    const plan = await kit.trades();
    expect(plan.positions.map(({ coin }) => coin)).toEqual(['DOGE', 'LTC']);
    expect(plan.left).toEqual([
      {
        coin: 'LTC',
        side: 'sell',
        amount: '2',
        why: 'place-closed',
        note: 'the ledger does not know yet what kraken has of USD: begin with openlode places open kraken USD',
      },
    ]);
  });

  it('names markets that do not answer, and says all the same what is there', async () => {
    await converted();
    kit.silent = new Set(['marketNow']);
    const plan = await kit.trades();
    expect([plan.fault, plan.orders]).toEqual([
      'LTC/USD: no answer of marketNow; DOGE/USD: no answer of marketNow',
      [],
    ]);
    expect((await whys()).map(([coin, , why]) => [coin, why])).toEqual([
      ['DOGE', 'kept'],
      ['DOGE', 'market-silent'],
      ['LTC', 'market-silent'],
    ]);
    kit.silent = new Set(['markets']);
    const silent = await kit.trades();
    expect([silent.fault, silent.orders, silent.positions.length]).toEqual(['no answer of markets', [], 3]);
    expect(silent.left.map(({ coin, why }) => [coin, why])).toEqual([
      ['DOGE', 'kept'],
      ['DOGE', 'market-silent'],
      ['LTC', 'market-silent'],
    ]);
  });

  it('counts the trades that were booked by hand, by hour and by day', async () => {
    await converted();
    const traded = await moveFunds(
      { ...kit.ctx, actor: 'ann' },
      {
        kind: 'trade',
        amount: '1',
        coin: 'LTC',
        bought: { amount: '396', coin: 'DOGE' },
        reference: 'order 7',
        reason: 'by hand',
      },
    );
    expect(traded).toMatchObject({ kind: 'booked' });
    kit.tradeCaps = {
      orderUsd: parseAmount('1000'),
      hourUsd: parseAmount('150'),
      dayUsd: parseAmount('5000'),
      exposureUsd: parseAmount('5000'),
      lossUsd: parseAmount('2'),
    };
    const plan = await kit.trades();
    expect(plan.before).toEqual({ hourUsd: '100', dayUsd: '100', lostUsd: '1', unvalued: 0 });
    expect(plan.orders.map(({ base, amount }) => [base, amount])).toEqual([['LTC', '0.5']]);
    kit.tradeCaps = { ...kit.tradeCaps, lossUsd: parseAmount('1') };
    expect((await whys()).map(([, , why]) => why)).toEqual(['over-loss-cap', 'over-loss-cap']);
    kit.tradeCaps = { ...kit.tradeCaps, lossUsd: parseAmount('2') };
    kit.ctx.advance(3_600_001);
    await kit.look(1);
    kit.markets = kit.markets.map((each) => ({
      ...each,
      now: { ...each.now, changedAt: kit.ctx.clock.now() },
    }));
    expect((await kit.trades()).before).toEqual({ hourUsd: '0', dayUsd: '100', lostUsd: '1', unvalued: 0 });
    kit.ctx.advance(86_400_000);
    expect((await kit.trades()).before).toEqual({ hourUsd: '0', dayUsd: '0', lostUsd: '0', unvalued: 0 });
  });

  it('counts what trades off the agreed rates took, and orders nothing where one has no value', async () => {
    await converted();
    kit.tradeCaps = { ...tradeCaps, lossUsd: parseAmount('90') };
    const trade = (amount: string, bought: string, coin: string) =>
      moveFunds(
        { ...kit.ctx, actor: 'ann' },
        {
          kind: 'trade',
          amount,
          coin: 'LTC',
          bought: { amount: bought, coin },
          reference: `order ${amount} ${bought}`,
          reason: 'by hand',
          despiteRate: 'a bad venue',
        },
      );
    // A hundred dollars for ten, and then ten for a hundred, which brings nothing back.
    expect(await trade('1', '40', 'DOGE')).toMatchObject({ kind: 'booked' });
    expect(await trade('0.1', '400', 'DOGE')).toMatchObject({ kind: 'booked' });
    expect((await kit.trades()).before).toEqual({
      hourUsd: '200',
      dayUsd: '200',
      lostUsd: '90',
      unvalued: 0,
    });
    expect((await whys()).map(([coin, , why]) => [coin, why])).toEqual([
      ['DOGE', 'over-loss-cap'],
      ['LTC', 'over-loss-cap'],
    ]);
    kit.ctx.advance(86_400_000);
    await kit.look();
    kit.ctx.prices.delete('XMR');
    expect(await trade('0.2', '1', 'XMR')).toMatchObject({ kind: 'booked' });
    const plan = await kit.trades();
    expect([plan.before, plan.orders]).toEqual([
      { hourUsd: '0', dayUsd: '0', lostUsd: '0', unvalued: 1 },
      [],
    ]);
    expect(plan.left.map(({ coin, why }) => [coin, why])).toEqual([
      ['DOGE', 'unvalued-trade'],
      ['LTC', 'unvalued-trade'],
      ['XMR', 'unvalued-trade'],
    ]);
  });

  it('says no market of a coin that the exchange does not trade, and begins one of which it has nothing', async () => {
    await converted();
    kit.ctx.prices.set('BEL', '0.1').set('XMR', '9');
    const miner = miningAccount(await openMiner(kit.ctx));
    await convert('BEL', '-2', miner);
    await convert('XMR', '-2', miner);
    const words =
      'the ledger does not know yet what kraken has of XMR: begin with openlode places open kraken XMR';
    expect((await whys()).filter(([coin]) => coin === 'BEL' || coin === 'XMR')).toEqual([
      ['BEL', '2', 'no-market', null],
      ['XMR', '2', 'place-closed', words],
    ]);
    await kit.look();
    expect(await kit.open('0', 'XMR')).toEqual({ kind: 'booked', amount: '0' });
    await kit.look();
    expect((await kit.trades()).orders.map(({ side, amount, base }) => [side, amount, base])).toContainEqual([
      'buy',
      '2',
      'XMR',
    ]);
  });

  it('gives nothing that orders hold there', async () => {
    await converted();
    kit.available = new Map([['LTC', parseAmount('0.5')]]);
    const plan = await kit.trades();
    expect(plan.orders.map(({ base, amount }) => [base, amount])).toEqual([
      ['LTC', '0.5'],
      ['DOGE', '303'],
    ]);
    expect(plan.left).toContainEqual({
      coin: 'LTC',
      side: 'sell',
      amount: '1.5',
      why: 'not-at-exchange',
      note: null,
    });
  });

  it('keeps money that a miner has, so that what is sold for it alone is not without a market', async () => {
    await converted();
    const units = parseAmount('0.000005');
    const postings = [
      { account: miningAccount(await openMiner(kit.ctx)), asset: 'USDT', amount: units },
      { account: 'ext:suite' as const, asset: 'USDT', amount: -units },
    ];
    await kit.ctx.db.transaction((tx) =>
      bookEntry(tx, { key: 'paid', kind: 'given', at: kit.ctx.clock.now(), postings }),
    );
    kit.markets = [market('LTC', 'USDT', '100'), market('DOGE', 'USD', '0.25')];
    kit.ctx.prices.set('USDT', '1');
    expect((await whys()).find(([coin]) => coin === 'LTC')?.[2]).toBe('place-closed');
  });

  it('judges each market by the time of its answer, and asks none after a minute', async () => {
    await converted();
    kit.answerMs = 31_000;
    kit.ctx.prices.set('XMR', '9');
    await kit.look();
    const asked: string[] = [];
    kit.onMarket = (name) => {
      asked.push(name);
    };
    expect((await kit.trades()).orders.map(({ base }) => base)).toEqual(['LTC', 'DOGE']);
    expect(asked).toEqual(['LTC/USD', 'DOGE/USD']);
    kit.answerMs = 61_000;
    const plan = await kit.trades();
    expect([plan.fault, plan.orders.map(({ base }) => base)]).toEqual([
      'DOGE/USD: not asked, a minute is over',
      ['LTC'],
    ]);
    expect(plan.left.map(({ coin, why }) => [coin, why])).toEqual([
      ['DOGE', 'kept'],
      ['DOGE', 'market-silent'],
    ]);
  });

  it('takes steps of zero, offers below zero and a hostile fault for what they are, each in its market', async () => {
    await converted();
    const [ltc, doge] = kit.markets;
    if (ltc === undefined || doge === undefined) throw new Error();
    kit.markets = [{ ...ltc, priceStep: 0n }, doge];
    const plan = await kit.trades();
    expect(plan.orders.map(({ base }) => base)).toEqual(['DOGE']);
    expect(plan.left).toContainEqual({
      coin: 'LTC',
      side: 'sell',
      amount: '2',
      why: 'odd-market',
      note: null,
    });
    kit.onMarket = () => {
      throw new Error('EGeneral: \u001b[2J\nsell 9 LTC');
    };
    expect((await kit.trades()).fault).toBe(
      'LTC/USD: EGeneral: [2J sell 9 LTC; DOGE/USD: EGeneral: [2J sell 9 LTC',
    );
  });

  it('leaves the ledger and the exchange as they were', async () => {
    await converted();
    const before = await kit.ledger();
    await kit.trades();
    expect(await kit.ledger()).toEqual(before);
    expect(await kit.states()).toEqual({ kraken: 'equal' });
  });
});
