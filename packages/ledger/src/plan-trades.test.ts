import { tradeNeed } from './trade-need.ts';
import { formatAmount, parseAmount } from '@openlode/money/amount';
import { multiply, parseRatio, type Ratio } from '@openlode/money/ratio';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marketsToAsk, planTrades } from './plan-trades.ts';
import type {
  LeftOver,
  PlannedMarket,
  PlannedOrder,
  TradePosition,
  TradeQuestion,
} from './trade-question.ts';

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
    bought: 0n,
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
      answeredAt: 0,
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
const base = {
  positions: [dollars, ltc, xmr],
  markets: [marketOf('LTC', 'USD', '100'), marketOf('XMR', 'USD', '200')],
  caps,
  before: { hourUsd: 0n, dayUsd: 0n, lostUsd: 0n, unvalued: 0 },
  now: 0,
} satisfies TradeQuestion;

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
const ltcMissing = position('LTC', { owed: coins('1'), converted: coins('-1'), price: price('100') });
const twoPurchases = [
  'buy 1 LTC at 100.5 USD',
  'buy 0.485 XMR at 201 USD',
  'XMR: buy 1.515, no-funds',
] as const;
const nothingThere = { kind: 'open', available: 0n } as const;
function withNow(more: Partial<NonNullable<PlannedMarket['now']>>): PlannedMarket {
  const market = marketOf('LTC', 'USD', '100');
  return { ...market, now: market.now && { ...market.now, ...more } };
}

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
      { before: { hourUsd: coins('1100'), dayUsd: 0n, lostUsd: 0n, unvalued: 0 } },
      [sale, 'buy 0.497 XMR at 201 USD', 'XMR: buy 1.503, hour-cap'],
    ],
    [
      'stops where a day has lost its cap',
      { before: { hourUsd: 0n, dayUsd: 0n, lostUsd: coins('50'), unvalued: 0 } },
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
    [
      'pays two purchases out of what is not owed of one money, once',
      { positions: [position('USD', { exchange: coins('500'), target: coins('300') }), ltcMissing, xmr] },
      twoPurchases,
    ],
    [
      'and out of what is at the exchange of it, once',
      {
        positions: [position('USD', { exchange: coins('200'), wallets: coins('1000') }), ltcMissing, xmr],
      },
      twoPurchases,
    ],
    [
      'keeps within the cap of a day, one order after another',
      { before: { hourUsd: 0n, dayUsd: coins('4100'), lostUsd: 0n, unvalued: 0 } },
      [sale, 'buy 0.497 XMR at 201 USD', 'XMR: buy 1.503, day-cap'],
    ],
    [
      'stops where a trade before has no value',
      { before: { hourUsd: 0n, dayUsd: 0n, lostUsd: 0n, unvalued: 1 } },
      ['LTC: sell 8, unvalued-trade', 'XMR: buy 2, unvalued-trade'],
    ],
    [
      'stops what needs money whose wallet does not answer',
      { positions: changed(0, { isSilent: true }) },
      ['LTC: sell 8, wallet-silent', 'XMR: buy 2, wallet-silent'],
    ],
    [
      'takes what a coin is bought for as what is left of it',
      {
        positions: changed(1, { price: { usd: '100', askUsd: '101', isThin: false } }),
        caps: { ...caps, exposureUsd: coins('808') },
      },
      [purchase, 'LTC: sell 8, over-exposure-cap'],
    ],
    [
      'says of netting what each of the two lacks',
      { positions: changed(1, { at: nothingThere }), markets: [marketOf('LTC', 'XMR', '0.5')] },
      ['LTC: sell 8, not-at-exchange', 'XMR: buy 2, no-funds'],
    ],
    [
      'and the other way round',
      { positions: changed(1, { at: nothingThere }), markets: [marketOf('XMR', 'LTC', '2')] },
      ['LTC: sell 8, not-at-exchange', 'XMR: buy 2, no-funds'],
    ],
    [
      'says below-minimum of what is less than that, however little is at the exchange',
      { positions: changed(1, { converted: coins('0.005'), at: nothingThere }) },
      [purchase, 'LTC: sell 0.005, below-minimum'],
    ],
    [
      'says that there is no market before it says that the place is closed',
      { positions: changed(1, { at: { kind: 'closed' } }), markets: [marketOf('XMR', 'USD', '200')] },
      [purchase, 'LTC: sell 8, no-market'],
    ],
    [
      'buys no more of a coin than may lie at the exchange until it is withdrawn',
      { positions: changed(2, { bought: coins('498') }) },
      [sale, 'XMR: buy 2, over-place-cap'],
    ],
    [
      'buys what is a little less than that',
      { positions: changed(2, { bought: coins('497.999') }) },
      [sale, purchase],
    ],
    [
      'says where it is not known which markets there are',
      { markets: undefined },
      ['LTC: sell 8, market-silent', 'XMR: buy 2, market-silent'],
    ],
    ...(
      [
        ['are not the best first', { bids: [offer('99.6', '1'), offer('250', '1000')] }],
        ['hide that they are crossed', { bids: [offer('99.6', '1'), offer('140', '1')] }],
        ['ask the worst first', { asks: [offer('100', '1'), offer('99.9', '1')] }],
        ['are of less than nothing', { bids: [offer('100', '5'), offer('99.9', '-2')] }],
      ] as const
    ).map(
      ([name, more]) =>
        [
          `trades in no market whose offers ${name}`,
          { markets: [withNow(more), marketOf('XMR', 'USD', '200')] },
          [purchase, 'LTC: sell 8, odd-market'],
        ] as const,
    ),
    ...(
      [
        ['price step', { priceStep: 0n }],
        ['amount step', { amountStep: 0n }],
        ['least amount', { amountMin: -1n }],
        ['least value', { valueMin: -1n }],
      ] as const
    ).map(
      ([name, more]) =>
        [
          `trades in no market of an odd ${name}`,
          { markets: [marketOf('LTC', 'USD', '100', more), marketOf('XMR', 'USD', '200')] },
          [purchase, 'LTC: sell 8, odd-market'],
        ] as const,
    ),
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
    expect(planned({ positions: sold })).toEqual(['USD: sell 70, money', 'USDT: sell 50, money']);
    const held = [position('USDT', { owed: coins('50'), wallets: coins('50'), converted: coins('-50') })];
    expect(planned({ positions: held, markets: [marketOf('USDT', 'USD', '1')] })).toEqual([
      'USDT: buy 50, kept',
    ]);
  });

  it('asks those markets that it can use [L16]', () => {
    const markets = [
      ...base.markets,
      marketOf('LTC', 'USDT', '100'),
      marketOf('XMR', 'LTC', '2'),
      marketOf('XMR', 'DOGE', '2'),
      marketOf('USDT', 'USD', '1'),
    ];
    const names = (more: Partial<TradeQuestion>) =>
      marketsToAsk({ ...base, markets, ...more }).map((each) => `${each.base}/${each.quote}`);
    expect(names({})).toEqual(['XMR/LTC', 'LTC/USD', 'XMR/USD']);
    expect(names({ positions: [dollars, ltc] })).toEqual(['LTC/USD']);
    expect(names({ positions: changed(1, { at: { kind: 'closed' } }) })).toEqual(['XMR/USD']);
    expect(names({ positions: [dollars] })).toEqual([]);
    expect(names({ markets: undefined })).toEqual([]);
  });
});

const amounts = fc.bigInt(0n, 20_000_000n).map((each) => each * 10n ** 12n);
const prices = fc.integer({ min: 5000, max: 400_000 });
const asText = (thousandths: number) => formatAmount(BigInt(thousandths) * 10n ** 15n);
const names = ['AAA', 'BBB', 'CCC', 'DDD', 'USD', 'USDT'] as const;
/** True once in this number of times. */
const rarely = (times: number) => fc.integer({ min: 1, max: times }).map((each) => each === times);
/** Seldom at an edge, where nothing is ordered. */
const plenty = fc.noBias(amounts);
const mostlyNothing = fc.oneof({ weight: 3, arbitrary: fc.constant(0n) }, { weight: 1, arbitrary: amounts });

/** What conversions have left, and wallets that mostly have what a sale needs, or lack what a purchase does. */
function positionOf(coin: string): fc.Arbitrary<TradePosition> {
  const isMoney = coin.startsWith('USD');
  return fc
    .record({
      left: fc.oneof(amounts, plenty),
      role: isMoney
        ? fc.constantFrom('none', 'none', 'none', 'none', 'sell', 'sell', 'buy')
        : fc.constantFrom('sell', 'buy', 'buy', 'buy'),
      owed: mostlyNothing,
      leaving: mostlyNothing,
      wallets: mostlyNothing,
      exchange: plenty.map((each) => (isMoney ? each * 500n : each)),
      bought: mostlyNothing,
      onItsWay: mostlyNothing,
      target: isMoney ? amounts : mostlyNothing,
      isLucky: rarely(6),
      bid: coin === 'USD' ? fc.constant(1000) : prices,
      above: coin === 'USD' ? fc.constant(0) : fc.integer({ min: 0, max: 3 }),
      isThin: fc.boolean(),
      isClosed: rarely(40),
      isSilent: rarely(40),
      isUnknown: rarely(40),
    })
    .map(({ bid, above, isThin, isClosed, isUnknown, isLucky, role, left, ...rest }) => {
      // A purchase is of what miners are owed and is not there; a sale of what is there and is not owed.
      const owed = !isLucky && role === 'buy' ? rest.owed + left + rest.wallets + rest.exchange : rest.owed;
      const wallets = !isLucky && role === 'sell' ? rest.wallets + left + rest.owed : rest.wallets;
      const askUsd = asText(bid + Math.floor((bid * above) / 1000));
      return {
        ...rest,
        owed,
        wallets,
        coin,
        converted: role === 'none' ? 0n : role === 'sell' ? left : -left,
        at: isClosed ? { kind: 'closed' } : { kind: 'open', available: rest.exchange },
        price: isUnknown ? undefined : { usd: asText(bid), askUsd, isThin },
      };
    });
}

/** Offers around the agreed price; now and then one that is old, crossed, or of which the best is not the first. */
function marketsOf(positions: readonly TradePosition[]): fc.Arbitrary<PlannedMarket[]> {
  const pairs = positions.flatMap((one, at) => positions.slice(at + 1).map((other) => [one, other] as const));
  const market = fc.record({
    isMissing: rarely(6),
    isTurned: fc.boolean(),
    steps: fc.record({
      amountStep: fc.constantFrom(1n, 10n ** 10n, 10n ** 15n, 7n * 10n ** 13n),
      priceStep: fc.constantFrom(1n, 10n ** 11n, 10n ** 12n),
      amountMin: fc.constantFrom(0n, 10n ** 14n, 10n ** 16n),
      valueMin: fc.constantFrom(0n, 10n ** 15n, 10n ** 16n),
    }),
    bids: fc.array(
      fc.tuple(
        fc.integer({ min: -150, max: 40 }),
        plenty.map((each) => each * 20n + 1n),
      ),
      { minLength: 1, maxLength: 5 },
    ),
    spread: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 0, max: 40 }) },
      { weight: 1, arbitrary: fc.constant(-3) },
    ),
    dayVolume: plenty.map((each) => each * 10_000n),
    isOld: rarely(20),
    isMixed: rarely(10),
  });
  return fc.tuple(...pairs.map(() => market)).map((drawn) =>
    drawn.flatMap((each, at): PlannedMarket[] => {
      const { isMissing, isTurned, steps, bids, spread, dayVolume, isOld, isMixed } = each;
      const [one, other] = pairs[at] ?? [];
      if (isMissing || one === undefined || other === undefined) return [];
      // Money is what prices are in.
      const [base, quote] = isTurned && !other.coin.startsWith('USD') ? [other, one] : [one, other];
      const middle =
        base.price === undefined || quote.price === undefined
          ? unit
          : (coins(base.price.usd) * unit) / coins(quote.price.usd);
      const best = bids.map(([off]) => off);
      if (!isMixed) best.sort((a, b) => b - a);
      const at4 = (off: number) => (middle * BigInt(10_000 + off)) / 10_000n + 1n;
      const top = Math.max(...best);
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
            answeredAt: 0,
            changedAt: isOld ? -600_001 : -600_000,
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
        orderUsd: plenty.map((each) => each * 50n + 1n),
        hourUsd: plenty.map((each) => each * 400n + 1n),
        dayUsd: plenty.map((each) => each * 400n + 1n),
        exposureUsd: fc.oneof(
          { weight: 7, arbitrary: fc.constant(coins('1000000000')) },
          { weight: 1, arbitrary: amounts.map((each) => each * 100n) },
        ),
        lossUsd: fc.constant(1n),
      }),
      before: fc.record({
        hourUsd: amounts,
        dayUsd: amounts,
        lostUsd: rarely(40).map((each) => (each ? 1n : 0n)),
        unvalued: rarely(40).map(Number),
      }),
      now: fc.constant(0),
    }),
  );

/** What an order would be filled with in its market: the best offers first, each whole up to the last. */
function fillsOf(
  question: TradeQuestion,
  order: PlannedOrder,
): { readonly amount: bigint; readonly price: bigint }[] {
  const market = question.markets?.find((each) => each.base === order.base && each.quote === order.quote);
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

const breakers = new Set<string>([
  'over-exposure-cap',
  'over-loss-cap',
  'unvalued-trade',
  'wallet-silent',
  'place-closed',
]);
const faults = new Set<string>(['odd-market', 'stale-book', 'crossed-book', 'no-agreed-price']);

/** Judges plans of 500 questions. A plan without an order proves nothing, so of each kind many have to be among them. */
function everyPlan(
  judge: (question: TradeQuestion, orders: readonly PlannedOrder[], left: readonly LeftOver[]) => void,
): void {
  const seen = { orders: 0, netting: 0, twoPurchases: 0, barred: 0, faulty: 0, money: 0 };
  fc.assert(
    fc.property(questions, (question) => {
      const { orders, left } = planTrades(question);
      const money = orders.flatMap(({ side, quote, isNetting }) =>
        side === 'buy' && !isNetting ? [quote] : [],
      );
      seen.orders += Number(orders.length > 0);
      seen.netting += Number(orders.some(({ isNetting }) => isNetting));
      seen.twoPurchases += Number(new Set(money).size < money.length);
      seen.barred += Number(left.some(({ why }) => breakers.has(why)));
      seen.faulty += Number(left.some(({ why }) => faults.has(why)));
      seen.money += Number(left.some(({ why }) => why === 'money'));
      judge(question, orders, left);
    }),
    { numRuns: 500 },
  );
  expect(Object.entries(seen).filter(([, count]) => count < 50)).toEqual([]);
}

describe('whatever is held, owed and offered', () => {
  it('no order is above a cap, past the limit, more than the book within it, or no multiple of a step [L16]', () => {
    everyPlan((question, orders) => {
      const { caps, before } = question;
      let usd = 0n;
      for (const order of orders) {
        const [base, quote] = [find(question, order.base), find(question, order.quote)];
        const market = question.markets?.find(
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
    everyPlan((question, orders) => {
      for (const some of [orders, orders.slice(0, 1), orders.filter(({ isNetting }) => isNetting)])
        for (const feePercent of [0n, 1n])
          for (const [coin, amount] of movedBy(question, some, feePercent)) {
            const position = find(question, coin);
            const { converted } = position;
            if (isMoney(position)) continue;
            expect(size(converted + amount)).toBeLessThanOrEqual(size(converted));
          }
    });
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

  it('orders nothing of what is barred, and in no market that is faulty [L16]', () => {
    everyPlan((question, orders) => {
      const { caps, before } = question;
      if (orders.length > 0) expect([before.lostUsd, before.unvalued]).toEqual([0n, 0]);
      for (const { base, quote, isNetting } of orders) {
        for (const coin of [base, quote]) {
          const { at, isSilent, price } = find(question, coin);
          expect([at.kind, isSilent, price === undefined]).toEqual(['open', false, false]);
        }
        for (const coin of isNetting ? [base, quote] : [base]) {
          const { converted, price } = find(question, coin);
          const cap = { numerator: caps.exposureUsd, denominator: 1n };
          expect(isAtMost(cap, worth(converted, price?.askUsd ?? '0'))).toBe(false);
        }
        const now = question.markets?.find((each) => each.base === base && each.quote === quote)?.now;
        if (now === undefined) throw new Error();
        const { bids, asks, changedAt } = now;
        expect(changedAt).toBe(-600_000);
        const [bid, ask] = [bids, asks].map((side) => side.map((each) => each.price));
        expect(bid).toEqual(bid?.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
        expect(ask).toEqual(ask?.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
        expect(bid?.[0] ?? 1n).toBeLessThanOrEqual(ask?.[0] ?? 0n);
      }
    });
  });

  it('orders and what is left are together what conversions have left, of money as well [L16]', () => {
    everyPlan((question, orders, left) => {
      for (const position of question.positions) {
        const { coin, converted } = position;
        const side = converted > 0n ? 'sell' : 'buy';
        const ordered = orders.reduce((sum, order) => {
          if (order.base === coin) return sum + order.amount;
          // What money brings and costs is not what conversions have left of it.
          return order.quote === coin && order.isNetting ? sum + order.value : sum;
        }, 0n);
        const rest = left.filter((each) => each.coin === coin);
        expect(rest.every((each) => each.side === side && each.amount > 0n)).toBe(true);
        expect(ordered + rest.reduce((sum, { amount }) => sum + amount, 0n)).toBe(size(converted));
      }
    });
  });
});
