import { valueInUsd } from '@openlode/money/convert';
import { marketFault, type SizedOrder, sizeOrder } from './order-size.ts';
import { spareOf, tradeNeed, type TradeSide } from './trade-need.ts';
import {
  type LeftOver,
  type LeftWhy,
  type PlannedMarket,
  type PlannedOrder,
  tradeMoney,
  type TradePlan,
  type TradePosition,
  type TradeQuestion,
} from './trade-question.ts';

/**
 * What should be ordered now, and why the rest is not. What is to be sold is given for what is to be bought first, where a market has both: that takes
 * one trade in place of two. Then the rest is sold for money, and bought for the money that was there before: what sales bring is not spent yet. Each
 * market has one order at most.
 */
export function planTrades(question: TradeQuestion): TradePlan {
  const plan = new OpenPlan(question);
  for (const sale of plan.wants('sell')) for (const purchase of plan.wants('buy')) plan.net(sale, purchase);
  for (const sale of plan.wants('sell')) plan.forMoney(sale, 'sell');
  for (const purchase of plan.wants('buy')) plan.forMoney(purchase, 'buy');
  return plan.result();
}

/**
 * Which markets a plan of this question asks about: those of what is not barred, with the one money that each would be traded for. Their `now` counts
 * for nothing.
 */
export function marketsToAsk(question: TradeQuestion): readonly PlannedMarket[] {
  return new OpenPlan(question).markets();
}

interface Want {
  readonly side: TradeSide;
  amount: bigint;
  /** Why what is left of it is. */
  why: LeftWhy;
}

class OpenPlan {
  readonly #question: TradeQuestion;
  readonly #positions: ReadonlyMap<string, TradePosition>;
  readonly #wants = new Map<string, Want>();
  /** What can still be given at the exchange. */
  readonly #available = new Map<string, bigint>();
  /** A cap keeps them from being bought: nothing is sold for them as money either. */
  readonly #capped = new Set<string>();
  readonly #orders: PlannedOrder[] = [];
  readonly #left: LeftOver[] = [];
  #plannedUsd = 0n;

  constructor(question: TradeQuestion) {
    this.#question = question;
    const positions = question.positions.toSorted((a, b) => (a.coin < b.coin ? -1 : 1));
    this.#positions = new Map(positions.map((each) => [each.coin, each]));
    for (const position of positions) {
      if (position.at.kind === 'open') this.#available.set(position.coin, position.at.available);
      this.#want(position);
    }
  }

  #want(position: TradePosition): void {
    const { coin } = position;
    const need = tradeNeed(position);
    if (need === undefined) return;
    const { side, amount, kept } = need;
    const why = this.#barrier(position, side);
    if (why !== undefined) {
      this.#left.push({ coin, side, amount: amount + kept, why });
      if (why === 'over-exposure-cap') this.#capped.add(coin);
      return;
    }
    if (kept > 0n) this.#left.push({ coin, side, amount: kept, why: 'kept' });
    if (amount > 0n && side === 'buy' && this.#isTooMuchThere(position, amount)) {
      this.#left.push({ coin, side, amount, why: 'over-place-cap' });
      this.#capped.add(coin);
    } else if (amount > 0n)
      this.#wants.set(coin, {
        side,
        amount,
        why: this.#question.markets === undefined ? 'market-silent' : 'no-market',
      });
  }

  /** Why nothing of a coin is traded. */
  #barrier({ coin, converted, price, at, isSilent }: TradePosition, side: TradeSide): LeftWhy | undefined {
    const { caps, before, markets } = this.#question;
    if (side === 'sell' && tradeMoney.includes(coin)) return 'money';
    if (isSilent) return 'wallet-silent';
    if (before.unvalued > 0) return 'unvalued-trade';
    if (before.lostUsd >= caps.lossUsd) return 'over-loss-cap';
    if (price === undefined) return 'no-agreed-price';
    // The value is rounded down: a unit more is above the cap as well.
    const size = converted < 0n ? -converted : converted;
    if (valueInUsd(size, price.askUsd) >= caps.exposureUsd) return 'over-exposure-cap';
    if (markets?.every(({ base, quote }) => base !== coin && quote !== coin)) return 'no-market';
    return at.kind === 'closed' ? 'place-closed' : undefined;
  }

  /** What trades have brought of a coin lies at the exchange until it is withdrawn, and may be what miners are owed: no more of it than a cap. */
  #isTooMuchThere({ bought, price }: TradePosition, amount: bigint): boolean {
    return (
      price === undefined || valueInUsd(bought + amount, price.askUsd) >= this.#question.caps.exposureUsd
    );
  }

  wants(side: TradeSide): string[] {
    return [...this.#wants].flatMap(([coin, want]) => (want.side === side && want.amount > 0n ? [coin] : []));
  }

  /** Of what is wanted, those that an order may be made in. */
  markets(): PlannedMarket[] {
    const [sales, purchases] = [this.wants('sell'), this.wants('buy')];
    const netting = sales.flatMap((sale) => purchases.map((purchase) => this.#nettingOf(sale, purchase)));
    const forMoney = [...sales, ...purchases].map((coin) => this.#marketOf(coin, this.#moneyFor(coin)));
    return [...netting, ...forMoney].filter((each) => each !== undefined);
  }

  /** One order that gives what is to be sold for what is to be bought. */
  net(sale: string, purchase: string): void {
    if (this.#wantOf(sale) === 0n || this.#wantOf(purchase) === 0n) return;
    const market = this.#nettingOf(sale, purchase);
    if (market !== undefined) this.#order(market, market.base === sale ? 'sell' : 'buy', true);
  }

  #nettingOf(sale: string, purchase: string): PlannedMarket | undefined {
    return this.#marketOf(sale, purchase) ?? this.#marketOf(purchase, sale);
  }

  /** One order for money. */
  forMoney(coin: string, side: TradeSide): void {
    const market = this.#wantOf(coin) === 0n ? undefined : this.#marketOf(coin, this.#moneyFor(coin));
    if (market !== undefined) this.#order(market, side, false);
  }

  /** The first money that has a market of the coin and is not traded itself, and whose place is open, where one is. */
  #moneyFor(coin: string): string | undefined {
    const known = tradeMoney.filter(
      (money) =>
        !this.#wants.has(money) &&
        !this.#capped.has(money) &&
        this.#marketOf(coin, money) !== undefined &&
        this.#positions.get(money)?.price !== undefined,
    );
    return known.find((money) => this.#positions.get(money)?.at.kind === 'open') ?? known[0];
  }

  #order(market: PlannedMarket, side: TradeSide, isNetting: boolean): void {
    const { base, quote } = market;
    const sized = this.#size(market, side);
    const why = typeof sized === 'string' ? sized : sized.kind === 'none' ? sized.why : sized.limit;
    this.#explain(base, why ?? 'below-step');
    this.#explain(quote, otherWhy(why));
    if (typeof sized === 'string' || sized.kind === 'none') return;
    const { amount, price, usd, value } = sized;
    this.#orders.push({ base, quote, side, amount, price, value, usd, isNetting });
    this.#plannedUsd += usd;
    this.#take(base, amount, side === 'sell');
    this.#take(quote, value, side === 'buy');
  }

  /** The last order that was tried says why something is left. */
  #explain(coin: string, why: LeftWhy): void {
    const want = this.#wants.get(coin);
    if (want !== undefined) want.why = why;
  }

  #size(market: PlannedMarket, side: TradeSide): SizedOrder | LeftWhy {
    const { caps, before, now } = this.#question;
    const [base, quote] = [this.#positions.get(market.base), this.#positions.get(market.quote)];
    if (base?.price === undefined || quote?.price === undefined) return 'no-agreed-price';
    if (quote.isSilent) return 'wallet-silent';
    if (base.at.kind === 'closed' || quote.at.kind === 'closed') return 'place-closed';
    if (market.now === undefined) return 'market-silent';
    const prices = { base: base.price, quote: quote.price };
    const fault = marketFault(market.now, { ...prices, steps: market, now });
    if (fault !== undefined) return fault;
    const given = side === 'sell' ? base : quote;
    return sizeOrder({
      side,
      steps: market,
      market: market.now,
      ...prices,
      wanted: this.#wantOf(market.base),
      funds: this.#fundsOf(given),
      ...(side === 'sell' && this.#wants.has(market.quote) && { broughtMax: this.#wantOf(market.quote) }),
      caps: {
        orderUsd: caps.orderUsd,
        hourUsd: caps.hourUsd - before.hourUsd - this.#plannedUsd,
        dayUsd: caps.dayUsd - before.dayUsd - this.#plannedUsd,
      },
    });
  }

  /** What may be given of a coin: what is at the exchange, and of money nothing that is owed or that wallets should have. */
  #fundsOf(position: TradePosition): bigint {
    const available = this.#available.get(position.coin) ?? 0n;
    const most = this.#wants.get(position.coin)?.amount ?? spareOf(position) - this.#givenOf(position.coin);
    return most < available ? most : available;
  }

  /** What the orders so far give of a coin that is not to be sold itself. */
  #givenOf(coin: string): bigint {
    return this.#orders.reduce(
      (sum, { quote, side, value }) => (quote === coin && side === 'buy' ? sum + value : sum),
      0n,
    );
  }

  #take(coin: string, amount: bigint, isGiven: boolean): void {
    const want = this.#wants.get(coin);
    if (want !== undefined && (want.side === 'sell') === isGiven)
      want.amount = want.amount > amount ? want.amount - amount : 0n;
    if (isGiven) this.#available.set(coin, (this.#available.get(coin) ?? 0n) - amount);
  }

  #wantOf(coin: string): bigint {
    return this.#wants.get(coin)?.amount ?? 0n;
  }

  #marketOf(base: string, quote: string | undefined): PlannedMarket | undefined {
    return this.#question.markets?.find((each) => each.base === base && each.quote === quote);
  }

  result(): TradePlan {
    const rest = [...this.#wants].flatMap(([coin, { side, amount, why }]) =>
      amount > 0n ? [{ coin, side, amount, why }] : [],
    );
    return { orders: this.#orders, left: [...this.#left, ...rest] };
  }
}

/** What an order's limit says of the coin that its market is priced in. */
function otherWhy(why: LeftWhy | undefined): LeftWhy {
  if (why === undefined || why === 'other-side') return 'below-step';
  // What the one coin lacks is what the other costs.
  if (why === 'not-at-exchange') return 'no-funds';
  return why === 'no-funds' ? 'not-at-exchange' : why;
}
