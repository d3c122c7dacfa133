import { valueInUsd } from '@openlode/money/convert';
import {
  type CoinPrice,
  marketFault,
  type MarketFault,
  type MarketNow,
  type MarketSteps,
  type SizedOrder,
  type SizeLimit,
  sizeOrder,
} from './order-size.ts';
import { spareOf, type TradedPosition, tradeNeed, type TradeSide } from './trade-need.ts';

/** How much may be traded, and at risk, in units of 10^-18 dollars. */
export interface TradeCaps {
  readonly orderUsd: bigint;
  readonly hourUsd: bigint;
  readonly dayUsd: bigint;
  /** What conversions have left of one coin may be worth so much; more is not traded before an operator has looked. */
  readonly exposureUsd: bigint;
  /** Once the trades of a day have lost so much, nothing is traded. */
  readonly lossUsd: bigint;
}

/** What trades before this plan were worth, and lost, in units of 10^-18 dollars. */
export interface TradedBefore {
  readonly hourUsd: bigint;
  readonly dayUsd: bigint;
  readonly lostUsd: bigint;
}

export interface TradePosition extends TradedPosition {
  /** What can be given at the exchange, or why nothing of the coin may be traded there. */
  readonly at: { readonly kind: 'open'; readonly available: bigint } | { readonly kind: 'closed' };
  /** Undefined where there is no agreed price. */
  readonly price: CoinPrice | undefined;
  /** A wallet of the coin does not answer, so what is held is not known. */
  readonly isSilent: boolean;
}

export interface PlannedMarket extends MarketSteps {
  readonly base: string;
  readonly quote: string;
  /** Undefined where the exchange has not answered. */
  readonly now: MarketNow | undefined;
}

export interface PlannedOrder {
  readonly base: string;
  readonly quote: string;
  readonly side: TradeSide;
  /** Of the base. */
  readonly amount: bigint;
  /** The worst that is taken, in the quote for one whole coin of the base. */
  readonly price: bigint;
  /** The most that it can cost of the quote with the fee, or bring of it. */
  readonly value: bigint;
  readonly usd: bigint;
  /** It sells what conversions have to sell for what they have to buy. */
  readonly isNetting: boolean;
}

/** Why something of a coin is not ordered. */
export type LeftWhy =
  | SizeLimit
  | MarketFault
  | 'below-minimum'
  | 'below-price-step'
  /** Less than a step of the venue. */
  | 'below-step'
  /** Miners are owed it, or wallets should have it, or it is held already. */
  | 'kept'
  | 'no-agreed-price'
  | 'wallet-silent'
  | 'place-closed'
  | 'over-exposure-cap'
  | 'over-loss-cap'
  | 'no-market'
  | 'market-silent';

export interface LeftOver {
  readonly coin: string;
  readonly side: TradeSide;
  readonly amount: bigint;
  readonly why: LeftWhy;
}

export interface TradePlan {
  readonly orders: readonly PlannedOrder[];
  readonly left: readonly LeftOver[];
}

export interface TradeQuestion {
  readonly positions: readonly TradePosition[];
  readonly markets: readonly PlannedMarket[];
  readonly caps: TradeCaps;
  readonly before: TradedBefore;
  readonly now: number;
}

/** What trades are made in, and what they leave is not sold: the first of them that has a market is taken. */
export const tradeMoney: readonly string[] = ['USD', 'USDT', 'USDC'];

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

/** The markets that a plan could use. */
export function marketsOfPlan<Market extends { readonly base: string; readonly quote: string }>(
  positions: readonly TradePosition[],
  markets: readonly Market[],
): Market[] {
  const wanted = new Set(positions.filter((each) => isTraded(each)).map(({ coin }) => coin));
  const other = (coin: string): boolean => wanted.has(coin) || tradeMoney.includes(coin);
  return markets.filter(
    ({ base, quote }) => (wanted.has(base) && other(quote)) || (wanted.has(quote) && other(base)),
  );
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
  readonly #orders: PlannedOrder[] = [];
  readonly #left: LeftOver[] = [];
  #plannedUsd = 0n;

  constructor(question: TradeQuestion) {
    this.#question = question;
    const positions = question.positions.toSorted((a, b) => (a.coin < b.coin ? -1 : 1));
    this.#positions = new Map(positions.map((each) => [each.coin, each]));
    for (const position of positions) {
      if (position.at.kind === 'open') this.#available.set(position.coin, position.at.available);
      if (isTraded(position)) this.#want(position);
    }
  }

  #want(position: TradePosition): void {
    const { coin } = position;
    const need = tradeNeed(position);
    if (need === undefined) return;
    const { side, amount, kept } = need;
    const why = position.isSilent ? 'wallet-silent' : this.#barrier(position);
    if (why !== undefined) {
      this.#left.push({ coin, side, amount: amount + kept, why });
      return;
    }
    if (kept > 0n) this.#left.push({ coin, side, amount: kept, why: 'kept' });
    if (amount > 0n) this.#wants.set(coin, { side, amount, why: 'no-market' });
  }

  /** The breakers of a coin. */
  #barrier({ converted, price, at }: TradePosition): LeftWhy | undefined {
    const { caps, before } = this.#question;
    if (before.lostUsd >= caps.lossUsd) return 'over-loss-cap';
    if (price === undefined) return 'no-agreed-price';
    // The value is rounded down: a unit more is above the cap as well.
    const size = converted < 0n ? -converted : converted;
    if (valueInUsd(size, price.askUsd) >= caps.exposureUsd) return 'over-exposure-cap';
    return at.kind === 'closed' ? 'place-closed' : undefined;
  }

  wants(side: TradeSide): string[] {
    return [...this.#wants].flatMap(([coin, want]) => (want.side === side && want.amount > 0n ? [coin] : []));
  }

  /** One order that gives what is to be sold for what is to be bought. */
  net(sale: string, purchase: string): void {
    if (this.#wantOf(sale) === 0n || this.#wantOf(purchase) === 0n) return;
    if (this.#marketOf(sale, purchase) !== undefined) this.#order(sale, purchase, 'sell', true);
    else if (this.#marketOf(purchase, sale) !== undefined) this.#order(purchase, sale, 'buy', true);
  }

  /** One order in the first market that has it for money which is not traded itself, and whose place is open, where one is. */
  forMoney(coin: string, side: TradeSide): void {
    if (this.#wantOf(coin) === 0n) return;
    const known = tradeMoney.filter(
      (money) =>
        money !== coin &&
        !this.#wants.has(money) &&
        this.#marketOf(coin, money) !== undefined &&
        this.#positions.get(money)?.price !== undefined,
    );
    const quote = known.find((money) => this.#positions.get(money)?.at.kind === 'open') ?? known[0];
    if (quote !== undefined) this.#order(coin, quote, side, false);
  }

  #order(base: string, quote: string, side: TradeSide, isNetting: boolean): void {
    const market = this.#marketOf(base, quote);
    if (market === undefined || this.#orders.some((each) => each.base === base && each.quote === quote))
      return;
    const sized = this.#size(market, side);
    const why = typeof sized === 'string' ? sized : sized.kind === 'none' ? sized.why : sized.limit;
    this.#explain(base, why ?? 'below-step');
    this.#explain(quote, why === undefined || why === 'other-side' ? 'below-step' : why);
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
    const fault = marketFault(market.now, { ...prices, now });
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
    const want = this.#wants.get(position.coin);
    if (want?.side === 'buy') return 0n;
    const most = want?.amount ?? spareOf(position) - this.#givenOf(position.coin);
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

  #marketOf(base: string, quote: string): PlannedMarket | undefined {
    return this.#question.markets.find((each) => each.base === base && each.quote === quote);
  }

  result(): TradePlan {
    const rest = [...this.#wants].flatMap(([coin, { side, amount, why }]) =>
      amount > 0n ? [{ coin, side, amount, why }] : [],
    );
    return { orders: this.#orders, left: [...this.#left, ...rest] };
  }
}

/** What trades leave of money is not traded; money that is missing of what is owed is bought like any coin. */
function isTraded(position: TradePosition): boolean {
  if (!tradeMoney.includes(position.coin)) return position.converted !== 0n;
  const need = tradeNeed(position);
  return need?.side === 'buy' && need.amount > 0n;
}
