import { rateBetween } from '@openlode/money/convert';
import { multiply, parseRatio, type Ratio } from '@openlode/money/ratio';
import type { TradeSide } from './trade-need.ts';

/** One whole coin in dollars, as agreed on, as decimal text: what it is sold for, and what it is bought for. */
export interface CoinPrice {
  readonly usd: string;
  readonly askUsd: string;
  /** One witness alone has a price of it. */
  readonly isThin: boolean;
}

/** What a venue takes: in units of 10^-18, prices for one whole coin of the base in the quote. */
export interface MarketSteps {
  readonly amountStep: bigint;
  readonly priceStep: bigint;
  readonly amountMin: bigint;
  readonly valueMin: bigint;
}

interface Offer {
  readonly price: bigint;
  readonly amount: bigint;
}

/** What a market offered when it was asked; the best first. */
export interface MarketNow {
  readonly bids: readonly Offer[];
  readonly asks: readonly Offer[];
  /** Of the base, in the last 24 hours. */
  readonly dayVolume: bigint;
  /** When it answered, ms. */
  readonly answeredAt: number;
  /** The newest change of an offer, by the venue's clock, ms. */
  readonly changedAt: number;
}

/** How far past the agreed price an order may go, in thousandths. */
const slip = { liquid: 5n, thin: 20n };
/** The middle of the venue may be so far from the agreed price, in percent. */
const offPercentMax = 5n;
/** Of what changed hands in a day an order may be so much, in percent. */
const volumePercent = 2n;
/** Kept back of what is spent, in percent: the venue's fee comes on top. */
const feePercent = 1n;
/** An answer counts for this time, and offers of which none had changed for the other when it came are old, ms. */
const answeredMaxMs = 120_000;
const changedMaxMs = 600_000;
const unit = 10n ** 18n;

export type MarketFault = 'odd-market' | 'stale-book' | 'no-offers' | 'crossed-book' | 'off-price';

/** Why nothing may be traded in a market now; undefined where it may. What the exchange says is believed in nothing that an order hangs on. */
export function marketFault(
  market: MarketNow,
  {
    base,
    quote,
    steps,
    now,
  }: {
    readonly base: CoinPrice;
    readonly quote: CoinPrice;
    readonly steps: MarketSteps;
    readonly now: number;
  },
): MarketFault | undefined {
  const { bids, asks, answeredAt, changedAt } = market;
  if (isOdd(market, steps)) return 'odd-market';
  if (Math.abs(now - answeredAt) > answeredMaxMs || Math.abs(answeredAt - changedAt) > changedMaxMs)
    return 'stale-book';
  const [bid, ask] = [bids[0]?.price ?? 0n, asks[0]?.price ?? 0n];
  if (bid === 0n || ask === 0n) return 'no-offers';
  if (bid > ask) return 'crossed-book';
  const { numerator, denominator } = rateBetween(base.usd, quote.usd);
  // The middle and the agreed price, both times 2 × 10^18 × denominator.
  const [middle, agreed] = [(bid + ask) * denominator, 2n * unit * numerator];
  const [low, high] = middle < agreed ? [middle, agreed] : [agreed, middle];
  return high * 100n > low * (100n + offPercentMax) ? 'off-price' : undefined;
}

/** Steps, minima or offers that no honest market has: not above zero, or not the best first. */
function isOdd({ bids, asks, dayVolume }: MarketNow, steps: MarketSteps): boolean {
  const { amountStep, priceStep, amountMin, valueMin } = steps;
  if (amountStep <= 0n || priceStep <= 0n || amountMin < 0n || valueMin < 0n || dayVolume < 0n) return true;
  if ([...bids, ...asks].some(({ price, amount }) => price <= 0n || amount <= 0n)) return true;
  const isSorted = (side: readonly Offer[], sign: bigint): boolean =>
    side.every(({ price }, at) => at === 0 || ((side[at - 1]?.price ?? price) - price) * sign >= 0n);
  return !isSorted(bids, 1n) || !isSorted(asks, -1n);
}

/**
 * The worst price that an order takes, a multiple of the venue's step: the agreed one and what it may go past it, rounded to the better side. 0 for a
 * purchase where the step is larger than that.
 */
export function limitPrice(side: TradeSide, base: CoinPrice, quote: CoinPrice, priceStep: bigint): bigint {
  const thousandths = base.isThin || quote.isThin ? slip.thin : slip.liquid;
  const isSale = side === 'sell';
  const agreed = isSale ? rateBetween(base.usd, quote.askUsd) : rateBetween(base.askUsd, quote.usd);
  const numerator = unit * agreed.numerator * (isSale ? 1000n - thousandths : 1000n + thousandths);
  const steps = agreed.denominator * 1000n * priceStep;
  return (isSale ? up(numerator, steps) : numerator / steps) * priceStep;
}

/** What makes an order smaller than what should be traded. */
export type SizeLimit =
  /** The rest is in wallets, and not at the exchange. */
  | 'not-at-exchange'
  /** What it costs is not at the exchange, or is owed. */
  | 'no-funds'
  /** More would bring more of the other coin than is needed. */
  | 'other-side'
  | 'order-cap'
  | 'hour-cap'
  | 'day-cap'
  /** No more is offered within the limit. */
  | 'book'
  | 'volume';

export interface SizeRequest {
  readonly side: TradeSide;
  readonly steps: MarketSteps;
  readonly market: MarketNow;
  readonly base: CoinPrice;
  readonly quote: CoinPrice;
  /** Of the base. */
  readonly wanted: bigint;
  /** What may be given: of the base for a sale, of the quote for a purchase. */
  readonly funds: bigint;
  /** The most of the quote that a sale may bring; undefined where that is not limited. */
  readonly broughtMax?: bigint;
  /** What an order, and what is left of an hour and a day may be worth, in units of 10^-18 dollars. */
  readonly caps: { readonly orderUsd: bigint; readonly hourUsd: bigint; readonly dayUsd: bigint };
}

export type SizedOrder =
  | {
      readonly kind: 'sized';
      readonly amount: bigint;
      readonly price: bigint;
      /** The most that it can be worth, in units of 10^-18 dollars. */
      readonly usd: bigint;
      /** The most that it can cost of the quote with the venue's fee, or bring of it. */
      readonly value: bigint;
      /** Undefined where all that is wanted is ordered, to the venue's step. */
      readonly limit: SizeLimit | undefined;
    }
  /** `below-minimum`: what is wanted is less than the venue takes. */
  | { readonly kind: 'none'; readonly why: SizeLimit | 'below-minimum' | 'below-price-step' };

/** The largest order that is within every limit, in whole steps of the venue. The market has no fault. */
export function sizeOrder(request: SizeRequest): SizedOrder {
  const { side, steps, market, base, quote, wanted } = request;
  const price = limitPrice(side, base, quote, steps.priceStep);
  if (price === 0n) return { kind: 'none', why: 'below-price-step' };
  const isTooLittle = (whole: bigint): boolean =>
    whole === 0n || whole < steps.amountMin || (whole * price) / unit < steps.valueMin;
  // However much there is of the rest: more of it would help nothing.
  if (isTooLittle(wanted - (wanted % steps.amountStep))) return { kind: 'none', why: 'below-minimum' };
  const worth = worthOf(request, price);
  const least = limitsOf(request, price, worth).reduce(
    (small, each) => (each.amount < small.amount ? each : small),
    { amount: wanted, why: undefined as SizeLimit | undefined },
  );
  const amount = least.amount - (least.amount % steps.amountStep);
  if (isTooLittle(amount)) return { kind: 'none', why: least.why ?? 'below-minimum' };
  return {
    kind: 'sized',
    amount,
    price,
    usd: up(amount * worth.numerator, worth.denominator),
    value:
      side === 'sell'
        ? up(amount * bestOf(market.bids), unit)
        : up(amount * price * (100n + feePercent), unit * 100n),
    limit: least.why,
  };
}

/** What each limit leaves of the base. */
function limitsOf(
  { side, market, funds, broughtMax, caps }: SizeRequest,
  price: bigint,
  { numerator, denominator }: Ratio,
): readonly { readonly amount: bigint; readonly why: SizeLimit }[] {
  const isSale = side === 'sell';
  const within = isSale
    ? market.bids.filter((offer) => offer.price >= price)
    : market.asks.filter((offer) => offer.price <= price);
  const capped = (usd: bigint): bigint => (notBelow(usd) * denominator) / numerator;
  return [
    isSale
      ? { amount: notBelow(funds), why: 'not-at-exchange' }
      : { amount: (notBelow(funds) * 100n * unit) / ((100n + feePercent) * price), why: 'no-funds' },
    ...(broughtMax === undefined || !isSale
      ? []
      : [{ amount: (notBelow(broughtMax) * unit) / bestOf(market.bids), why: 'other-side' as const }]),
    { amount: within.reduce((sum, { amount }) => sum + amount, 0n), why: 'book' },
    { amount: (notBelow(market.dayVolume) * volumePercent) / 100n, why: 'volume' },
    { amount: capped(caps.orderUsd), why: 'order-cap' },
    { amount: capped(caps.hourUsd), why: 'hour-cap' },
    { amount: capped(caps.dayUsd), why: 'day-cap' },
  ];
}

/** The most dollars that one of the base can be worth in this order: as agreed on, or at the best that it can be filled at. */
function worthOf({ side, market, base, quote }: SizeRequest, price: bigint): Ratio {
  const best = side === 'sell' && bestOf(market.bids) > price ? bestOf(market.bids) : price;
  const filled = multiply({ numerator: best, denominator: unit }, parseRatio(quote.askUsd));
  const agreed = parseRatio(base.askUsd);
  return filled.numerator * agreed.denominator > agreed.numerator * filled.denominator ? filled : agreed;
}

function bestOf(offers: readonly Offer[]): bigint {
  return offers[0]?.price ?? 0n;
}

function notBelow(amount: bigint): bigint {
  return amount < 0n ? 0n : amount;
}

function up(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}
