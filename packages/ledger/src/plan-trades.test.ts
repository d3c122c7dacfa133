import { tradeNeed } from './trade-need.ts';
import { formatAmount, parseAmount } from '@openlode/money/amount';
import { multiply, parseRatio, type Ratio } from '@openlode/money/ratio';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  marketsOfPlan,
  type PlannedMarket,
  type PlannedOrder,
  planTrades,
  type TradePosition,
  type TradeQuestion,
} from './plan-trades.ts';

const unit = 10n ** 18n;
const coins = (text: string) => parseAmount(text);
const offer = (price: string, amount: string) => ({ price: coins(price), amount: coins(amount) });
const price = (usd: string) => ({ usd, askUsd: usd, isThin: false });

function position(coin: string, more: Partial<TradePosition>): TradePosition {
  return {
    coin,
    owed: 0n,
    leaving: 0n,
    wallets: 0n,
    exchange: 0n,
    onItsWay: 0n,
    converted: 0n,
    target: 0n,
    at: { kind: 'open', available: more.exchange ?? 0n },
    price: price('1'),
    isSilent: false,
    ...more,
  };
}

function marketOf(
  base: string,
  quote: string,
  middle: string,
  more: Partial<PlannedMarket> = {},
): PlannedMarket {
  return {
    base,
    quote,
    amountStep: coins('0.001'),
    priceStep: coins('0.00001'),
    amountMin: coins('0.01'),
    valueMin: 0n,
    now: {
      bids: [offer(middle, '1000')],
      asks: [offer(middle, '1000')],
      dayVolume: coins('1000000'),
      askedAt: 0,
      changedAt: 0,
    },
    ...more,
  };
}

const caps = {
  orderUsd: coins('1000'),
  hourUsd: coins('2000'),
  dayUsd: coins('5000'),
  exposureUsd: coins('100000'),
  lossUsd: coins('50'),
};
const dollars = position('USD', { exchange: coins('10000') });
/** LTC was mined, and XMR is owed for some of it. */
const ltc = position('LTC', {
  wallets: coins('30'),
  exchange: coins('10'),
  converted: coins('8'),
  price: price('100'),
});
const xmr = position('XMR', { owed: coins('2'), converted: coins('-2'), price: price('200') });
const base: TradeQuestion = {
  positions: [dollars, ltc, xmr],
  markets: [marketOf('LTC', 'USD', '100'), marketOf('XMR', 'USD', '200')],
  caps,
  before: { hourUsd: 0n, dayUsd: 0n, lostUsd: 0n },
  now: 0,
};

const orderWords = ({ side, amount, base, quote, price, isNetting }: PlannedOrder) =>
  `${side} ${formatAmount(amount)} ${base} at ${formatAmount(price)} ${quote}${isNetting ? ', netting' : ''}`;
function planned(more: Partial<TradeQuestion>) {
  const { orders, left } = planTrades({ ...base, ...more });
  return [
    ...orders.map(orderWords),
    ...left.map(({ coin, side, amount, why }) => `${coin}: ${side} ${formatAmount(amount)}, ${why}`),
  ];
}
const changed = (at: 0 | 1 | 2, more: Partial<TradePosition>) =>
  base.positions.map((each, index) => (index === at ? { ...each, ...more } : each));
const sale = 'sell 8 LTC at 99.5 USD';
const purchase = 'buy 2 XMR at 201 USD';

describe('a plan of trades', () => {
  it.each([
    ['sells what conversions have to sell and buys what they have to buy', {}, [sale, purchase]],
    [
      'gives the one for the other first, where a market has both',
      { markets: [...base.markets, marketOf('XMR', 'LTC', '2')] },
      ['buy 2 XMR at 2.01 LTC, netting', 'sell 3.939 LTC at 99.5 USD', 'LTC: sell 0.0008, below-step'],
    ],
    [
      'does so in a market that is the other way round',
      { markets: [...base.markets, marketOf('LTC', 'XMR', '0.5')] },
      ['sell 4 LTC at 0.4975 XMR, netting', 'sell 4 LTC at 99.5 USD'],
    ],
    [
      'says of netting what keeps it, for both coins',
      { markets: [marketOf('LTC', 'XMR', '0.5', { amountStep: coins('3') })] },
      ['sell 3 LTC at 0.4975 XMR, netting', 'LTC: sell 5, other-side', 'XMR: buy 0.5, below-step'],
    ],
    [
      'spends no more than is there, whatever sales bring',
      { positions: changed(0, { exchange: coins('203'), at: { kind: 'open', available: coins('203') } }) },
      [sale, 'buy 0.999 XMR at 201 USD', 'XMR: buy 1.001, no-funds'],
    ],
    [
      'sells what is at the exchange alone',
      { positions: changed(1, { at: { kind: 'open', available: coins('3') } }) },
      ['sell 3 LTC at 99.5 USD', purchase, 'LTC: sell 5, not-at-exchange'],
    ],
    [
      'sells nothing that is owed',
      { positions: changed(1, { owed: coins('35') }) },
      ['sell 5 LTC at 99.5 USD', purchase, 'LTC: sell 3, kept'],
    ],
    [
      'keeps within the caps of hour and day, one order after another',
      { before: { hourUsd: coins('1100'), dayUsd: 0n, lostUsd: 0n } },
      [sale, 'buy 0.497 XMR at 201 USD', 'XMR: buy 1.503, hour-cap'],
    ],
    [
      'stops where a day has lost its cap',
      { before: { hourUsd: 0n, dayUsd: 0n, lostUsd: coins('50') } },
      ['LTC: sell 8, over-loss-cap', 'XMR: buy 2, over-loss-cap'],
    ],
    [
      'stops a coin without an agreed price',
      { positions: changed(1, { price: undefined }) },
      [purchase, 'LTC: sell 8, no-agreed-price'],
    ],
    [
      'stops a coin of which too much is left',
      { caps: { ...caps, exposureUsd: coins('800') } },
      [purchase, 'LTC: sell 8, over-exposure-cap'],
    ],
    [
      'stops a coin whose wallet does not answer',
      { positions: changed(2, { isSilent: true }) },
      [sale, 'XMR: buy 2, wallet-silent'],
    ],
    [
      'stops a coin of a place that is closed',
      { positions: changed(1, { at: { kind: 'closed' } }) },
      [purchase, 'LTC: sell 8, place-closed'],
    ],
    [
      'stops what needs money of a place that is closed',
      { positions: changed(0, { at: { kind: 'closed' } }) },
      ['LTC: sell 8, place-closed', 'XMR: buy 2, place-closed'],
    ],
    [
      'takes other money where a place of the first is closed',
      {
        positions: [...changed(0, { at: { kind: 'closed' } }), position('USDT', { exchange: coins('10') })],
        markets: [...base.markets, marketOf('LTC', 'USDT', '100')],
      },
      ['sell 8 LTC at 99.5 USDT', 'XMR: buy 2, place-closed'],
    ],
    ['says where there is no market', { markets: [] }, ['LTC: sell 8, no-market', 'XMR: buy 2, no-market']],
    [
      'says where a market does not answer, or is off',
      { markets: [marketOf('LTC', 'USD', '100', { now: undefined }), marketOf('XMR', 'USD', '220')] },
      ['LTC: sell 8, market-silent', 'XMR: buy 2, off-price'],
    ],
  ] as const)('%s [L16]', (_name, more, expected) => {
    expect(planned(more as Partial<TradeQuestion>)).toEqual(expected);
  });

  it('buys money that is owed with other money, and sells none [L16]', () => {
    const positions = [dollars, position('USDT', { owed: coins('50'), converted: coins('-50') })];
    expect(planned({ positions, markets: [marketOf('USDT', 'USD', '1')] })).toEqual([
      'buy 50 USDT at 1.005 USD',
    ]);
    const sold = [position('USD', { converted: coins('70') }), position('USDT', { converted: coins('50') })];
    expect(planned({ positions: sold })).toEqual([]);
  });

  it('asks those markets that it can use [L16]', () => {
    const names = (positions: readonly TradePosition[]) =>
      marketsOfPlan(positions, [
        ...base.markets,
        marketOf('XMR', 'LTC', '2'),
        marketOf('XMR', 'DOGE', '2'),
        marketOf('USDT', 'USD', '1'),
      ]).map(({ base, quote }) => `${base}/${quote}`);
    expect(names(base.positions)).toEqual(['LTC/USD', 'XMR/USD', 'XMR/LTC']);
    expect(names([dollars, ltc])).toEqual(['LTC/USD']);
    expect(names([dollars])).toEqual([]);
  });
});

const amounts = fc.bigInt(0n, 20_000_000n).map((each) => each * 10n ** 12n);
const prices = fc.integer({ min: 1, max: 400_000 });
const asText = (thousandths: number) => formatAmount(BigInt(thousandths) * 10n ** 15n);
const names = ['AAA', 'BBB', 'CCC', 'USD', 'USDT'] as const;

function positionOf(coin: string): fc.Arbitrary<TradePosition> {
  return fc
    .record({
      owed: amounts,
      leaving: fc.constant(0n),
      wallets: amounts,
      exchange: amounts,
      onItsWay: fc.oneof(fc.constant(0n), amounts),
      converted: fc.tuple(amounts, fc.boolean()).map(([each, isBelow]) => (isBelow ? -each : each)),
      target: fc.oneof(fc.constant(0n), amounts),
      bid: coin === 'USD' ? fc.constant(1000) : prices,
      above: coin === 'USD' ? fc.constant(0) : fc.integer({ min: 0, max: 20 }),
      isThin: fc.boolean(),
      isClosed: fc.integer({ min: 0, max: 19 }).map((each) => each === 0),
    })
    .map(({ bid, above, isThin, isClosed, ...rest }) => ({
      ...rest,
      coin,
      at: isClosed ? { kind: 'closed' } : { kind: 'open', available: rest.exchange },
      price: { usd: asText(bid), askUsd: asText(bid + Math.floor((bid * above) / 1000)), isThin },
      isSilent: false,
    }));
}

/** Offers around the agreed price. */
function marketsOf(positions: readonly TradePosition[]): fc.Arbitrary<PlannedMarket[]> {
  const pairs = positions.flatMap((one, at) => positions.slice(at + 1).map((other) => [one, other] as const));
  const market = fc.record({
    isThere: fc.boolean(),
    steps: fc.record({
      amountStep: fc.constantFrom(1n, 10n ** 10n, 10n ** 15n, 7n * 10n ** 13n),
      priceStep: fc.constantFrom(1n, 10n ** 12n, 10n ** 16n),
      amountMin: fc.constantFrom(0n, 10n ** 14n, 10n ** 17n),
      valueMin: fc.constantFrom(0n, 10n ** 15n, 10n ** 18n),
    }),
    bids: fc.array(fc.tuple(fc.integer({ min: -400, max: 300 }), amounts), { minLength: 1, maxLength: 5 }),
    spread: fc.integer({ min: 0, max: 100 }),
    dayVolume: amounts.map((each) => each * 100n),
  });
  return fc.tuple(...pairs.map(() => market)).map((drawn) =>
    drawn.flatMap(({ isThere, steps, bids, spread, dayVolume }, at): PlannedMarket[] => {
      const [base, quote] = pairs[at] ?? [];
      if (!isThere || base?.price === undefined || quote?.price === undefined) return [];
      const middle = (coins(base.price.usd) * unit) / coins(quote.price.usd);
      const best = bids.map(([off]) => off).toSorted((a, b) => b - a);
      const at4 = (off: number) => (middle * BigInt(10_000 + off)) / 10_000n + 1n;
      const top = best[0] ?? 0;
      return [
        {
          base: base.coin,
          quote: quote.coin,
          ...steps,
          now: {
            bids: best.map((off, index) => ({ price: at4(off), amount: bids[index]?.[1] ?? 0n })),
            asks: best.map((off, index) => ({
              price: at4(2 * top - off + spread),
              amount: bids[index]?.[1] ?? 0n,
            })),
            dayVolume,
            askedAt: 0,
            changedAt: 0,
          },
        },
      ];
    }),
  );
}

const questions: fc.Arbitrary<TradeQuestion> = fc
  .tuple(...names.map(positionOf))
  .chain((positions) => fc.tuple(fc.constant(positions), marketsOf(positions)))
  .chain(([positions, markets]) =>
    fc.record({
      positions: fc.constant(positions),
      markets: fc.constant(markets),
      caps: fc.record({
        orderUsd: amounts.map((each) => each * 20n + 1n),
        hourUsd: amounts.map((each) => each * 50n + 1n),
        dayUsd: amounts.map((each) => each * 100n + 1n),
        exposureUsd: fc.constant(coins('1000000000')),
        lossUsd: fc.constant(1n),
      }),
      before: fc.record({ hourUsd: amounts, dayUsd: amounts, lostUsd: fc.constant(0n) }),
      now: fc.constant(0),
    }),
  );

/** What an order would be filled with in its market: the best offers first, each whole up to the last. */
function fillsOf(
  question: TradeQuestion,
  order: PlannedOrder,
): { readonly amount: bigint; readonly price: bigint }[] {
  const market = question.markets.find((each) => each.base === order.base && each.quote === order.quote);
  let left = order.amount;
  const offers = (order.side === 'sell' ? market?.now?.bids : market?.now?.asks) ?? [];
  return offers.flatMap(({ price, amount }) => {
    const isWorse = order.side === 'sell' ? price < order.price : price > order.price;
    const taken = isWorse ? 0n : amount < left ? amount : left;
    left -= taken;
    return taken === 0n ? [] : [{ amount: taken, price }];
  });
}

/** By coin, what orders move where they are filled so: what comes in is above zero. A fee of one percent is taken of the quote. */
function movedBy(
  question: TradeQuestion,
  orders: readonly PlannedOrder[],
  feePercent = 0n,
): Map<string, bigint> {
  const moved = new Map<string, bigint>();
  const add = (coin: string, amount: bigint) => moved.set(coin, (moved.get(coin) ?? 0n) + amount);
  for (const order of orders)
    for (const { amount, price } of fillsOf(question, order)) {
      const value = (amount * price) / unit;
      const fee = (value * feePercent) / 100n;
      add(order.base, order.side === 'sell' ? -amount : amount);
      add(order.quote, (order.side === 'sell' ? value : -value) - fee);
    }
  return moved;
}

const size = (amount: bigint) => (amount < 0n ? -amount : amount);
const worth = (amount: bigint, usd: string): Ratio =>
  multiply({ numerator: size(amount), denominator: 1n }, parseRatio(usd));
const isAtMost = (a: Ratio, b: Ratio) => a.numerator * b.denominator <= b.numerator * a.denominator;
const find = (question: TradeQuestion, coin: string): TradePosition => {
  const found = question.positions.find((each) => each.coin === coin);
  if (found === undefined) throw new Error(coin);
  return found;
};

/** What trades are made in, and nothing is missing of: what they leave of it is no position. */
function isMoney(position: TradePosition): boolean {
  const need = tradeNeed(position);
  return position.coin.startsWith('USD') && !(need?.side === 'buy' && need.amount > 0n);
}

/** Of the questions that come to an order: a plan without one proves nothing. */
function everyPlan(judge: (question: TradeQuestion, orders: readonly PlannedOrder[]) => void): number {
  let withOrders = 0;
  fc.assert(
    fc.property(questions, (question) => {
      const { orders } = planTrades(question);
      if (orders.length > 0) withOrders += 1;
      judge(question, orders);
    }),
    { numRuns: 300 },
  );
  return withOrders;
}

describe('whatever is held, owed and offered', () => {
  it('no order is above a cap, past the limit, more than the book within it, or no multiple of a step [L16]', () => {
    const seen = everyPlan((question, orders) => {
      const { caps, before } = question;
      let usd = 0n;
      for (const order of orders) {
        const [base, quote] = [find(question, order.base), find(question, order.quote)];
        const market = question.markets.find(
          (each) => each.base === order.base && each.quote === order.quote,
        );
        if (market?.now === undefined || base.price === undefined || quote.price === undefined)
          throw new Error();
        usd += order.usd;
        expect(order.usd).toBeLessThanOrEqual(caps.orderUsd);
        // What it is filled with is worth no more either.
        const filled = fillsOf(question, order).reduce((sum, each) => sum + each.amount * each.price, 0n);
        expect(
          isAtMost(worth(filled, quote.price.askUsd), { numerator: order.usd * unit, denominator: 1n }),
        ).toBe(true);
        expect(
          isAtMost(worth(order.amount, base.price.askUsd), { numerator: order.usd, denominator: 1n }),
        ).toBe(true);
        expect([order.amount % market.amountStep, order.price % market.priceStep]).toEqual([0n, 0n]);
        expect(order.amount).toBeGreaterThan(0n);
        expect(order.amount).toBeGreaterThanOrEqual(market.amountMin);
        expect((order.amount * order.price) / unit).toBeGreaterThanOrEqual(market.valueMin);
        expect(order.amount * 50n).toBeLessThanOrEqual(market.now.dayVolume);
        expect(fillsOf(question, order).reduce((sum, each) => sum + each.amount, 0n)).toBe(order.amount);
        const percent = base.price.isThin || quote.price.isThin ? 20n : 5n;
        const at: Ratio = { numerator: order.price, denominator: unit };
        const [low, high] = order.side === 'sell' ? [base.price.usd, at] : [base.price.askUsd, at];
        if (order.side === 'sell')
          expect(
            isAtMost(
              multiply(parseRatio(low), { numerator: 1000n - percent, denominator: 1000n }),
              multiply(high, parseRatio(quote.price.askUsd)),
            ),
          ).toBe(true);
        else
          expect(
            isAtMost(
              multiply(high, parseRatio(quote.price.usd)),
              multiply(parseRatio(low), { numerator: 1000n + percent, denominator: 1000n }),
            ),
          ).toBe(true);
      }
      if (orders.length === 0) return;
      expect(before.hourUsd + usd).toBeLessThanOrEqual(caps.hourUsd);
      expect(before.dayUsd + usd).toBeLessThanOrEqual(caps.dayUsd);
    });
    expect(seen).toBeGreaterThan(10);
  });

  it('never sells more than the excess, buys more than the need, or gives what is not at the exchange [L16]', () => {
    everyPlan((question, orders) => {
      const given = new Map<string, bigint>();
      const bought = new Map<string, bigint>();
      const add = (to: Map<string, bigint>, coin: string, amount: bigint) =>
        to.set(coin, (to.get(coin) ?? 0n) + amount);
      for (const { base, quote, side, amount, value } of orders) {
        add(side === 'sell' ? given : bought, base, amount);
        add(side === 'sell' ? bought : given, quote, value);
      }
      for (const [coin, amount] of given) {
        const { wallets, exchange, owed, target, at } = find(question, coin);
        expect(amount).toBeLessThanOrEqual(wallets + exchange - owed - target);
        expect(amount).toBeLessThanOrEqual(at.kind === 'open' ? at.available : 0n);
      }
      for (const [coin, amount] of bought) {
        const position = find(question, coin);
        const { wallets, exchange, onItsWay, owed, target, converted } = position;
        if (isMoney(position)) continue;
        expect(amount).toBeLessThanOrEqual(owed + target - wallets - exchange - onItsWay);
        expect(amount).toBeLessThanOrEqual(-converted);
      }
    });
  });

  it('filled as offered, or only in part, makes no position of conversions larger [L16]', () => {
    let netted = 0;
    everyPlan((question, orders) => {
      netted += orders.filter(({ isNetting }) => isNetting).length;
      for (const some of [orders, orders.slice(0, 1), orders.filter(({ isNetting }) => isNetting)])
        for (const [coin, amount] of movedBy(question, some)) {
          const position = find(question, coin);
          const { converted } = position;
          if (isMoney(position)) continue;
          expect(size(converted + amount)).toBeLessThanOrEqual(size(converted));
        }
    });
    expect(netted).toBeGreaterThan(0);
  });

  it('filled as offered, loses no more of its value than what an order may go past the agreed price [L16]', () => {
    everyPlan((question, orders) => {
      for (const order of orders) {
        const [base, quote] = [find(question, order.base).price, find(question, order.quote).price];
        if (base === undefined || quote === undefined) throw new Error();
        const moved = movedBy(question, [order]);
        const [inBase, inQuote] = [moved.get(order.base) ?? 0n, moved.get(order.quote) ?? 0n];
        const percent = base.isThin || quote.isThin ? 20n : 5n;
        const [given, got] =
          order.side === 'sell'
            ? [
                worth(inBase, base.usd),
                worth(inQuote + BigInt(fillsOf(question, order).length), quote.askUsd),
              ]
            : [worth(inQuote, quote.usd), worth(inBase, base.askUsd)];
        const [less, more] = order.side === 'sell' ? [1000n - percent, 1000n] : [1000n, 1000n + percent];
        expect(
          isAtMost(
            multiply(given, { numerator: less, denominator: 1000n }),
            multiply(got, { numerator: more, denominator: 1000n }),
          ),
        ).toBe(true);
      }
    });
  });

  it('orders and what is left are together what conversions have left [L16]', () => {
    fc.assert(
      fc.property(questions, (question) => {
        const { orders, left } = planTrades(question);
        for (const position of question.positions) {
          const { coin, converted } = position;
          if (isMoney(position)) continue;
          const side = converted > 0n ? 'sell' : 'buy';
          const ordered = orders.reduce((sum, order) => {
            if (order.base === coin) return sum + order.amount;
            return order.quote === coin ? sum + order.value : sum;
          }, 0n);
          const rest = left.filter((each) => each.coin === coin);
          expect(rest.every((each) => each.side === side && each.amount > 0n)).toBe(true);
          expect(ordered + rest.reduce((sum, { amount }) => sum + amount, 0n)).toBe(size(converted));
        }
      }),
    );
  });
});
