import { formatRate } from '@openlode/money/convert';
import { isNothing, readDecimal } from '@openlode/money/decimal-text';
import { add, multiply, parseRatio, type Ratio } from '@openlode/money/ratio';
import { isOrdered, spreadPercentMax } from './quote-sides.ts';

/** A market that trades less a day, in dollars, has no price: a few orders move it. */
const dayVolumeUsdMin = 10_000n;

/** What a market says of itself, as decimal text; undefined where it says nothing. */
export interface MarketState {
  readonly bid: string | undefined;
  readonly ask: string | undefined;
  /** Coins that changed hands in the last 24 hours. */
  readonly dayVolume: string | undefined;
}

/** Prices of one whole coin, as decimal text. */
export interface MarketPrice {
  readonly bid: string;
  readonly ask: string;
  readonly mid: string;
}

export type MarketOutcome =
  | { readonly kind: 'priced'; readonly price: MarketPrice }
  /** Nothing is bid, or nothing is asked. */
  | { readonly kind: 'one-sided' }
  /** It bids more than it asks. */
  | { readonly kind: 'crossed' }
  | { readonly kind: 'wide-spread' }
  | { readonly kind: 'thin' };

const half: Ratio = { numerator: 1n, denominator: 2n };

/**
 * The price of a market: the middle of bid and ask, and never its last trade, which one small order can make. The volume is judged in the
 * currency that it prices in, one unit of which is worth about a dollar.
 */
export function marketPrice({ bid, ask, dayVolume }: MarketState): MarketOutcome {
  if (!isPositive(bid) || !isPositive(ask)) return { kind: 'one-sided' };
  if (!isAtMost(bid, ask)) return { kind: 'crossed' };
  const middle = multiply(add(parseRatio(bid), parseRatio(ask)), half);
  const mid = formatRate(middle);
  if (!isOrdered({ usd: mid, bidUsd: bid, askUsd: ask }, spreadPercentMax)) return { kind: 'wide-spread' };
  if (!isPositive(dayVolume)) return { kind: 'thin' };
  if (isThin(multiply(parseRatio(dayVolume), middle))) return { kind: 'thin' };
  return { kind: 'priced', price: { bid, ask, mid } };
}

/** Whether decimal text names less than the least volume of a day, in dollars; what is no such text does. */
export function isThinDay(volumeUsd: string): boolean {
  return !isPositive(volumeUsd) || isThin(parseRatio(volumeUsd));
}

function isThin({ numerator, denominator }: Ratio): boolean {
  return numerator < dayVolumeUsdMin * denominator;
}

/** A price in another currency as one in dollars, from what one unit of that currency is worth and costs. */
export function priceInDollars(price: MarketPrice, unit: MarketPrice): MarketPrice {
  const times = (one: string, other: string): string =>
    formatRate(multiply(parseRatio(one), parseRatio(other)));
  return {
    bid: times(price.bid, unit.bid),
    ask: times(price.ask, unit.ask),
    mid: times(price.mid, unit.mid),
  };
}

function isPositive(text: string | undefined): text is string {
  if (text === undefined) return false;
  const read = readDecimal(text);
  return read !== undefined && !read.isNegative && !isNothing(text);
}

function isAtMost(low: string, high: string): boolean {
  const [a, b] = [parseRatio(low), parseRatio(high)];
  return a.numerator * b.denominator <= b.numerator * a.denominator;
}
