import { rateBetween } from '@openlode/money/convert';
import { type Backing, countWitnesses } from './backing.ts';
import { freshPrice, isPrice, type ObservedPrice, priceMaxAheadMs } from './fresh-price.ts';
import { askOf, bidOf, isOrdered, type QuoteSides, spreadPercentMax } from './quote-sides.ts';

/** Sources that differ by more than this, in percent, do not agree. */
export const agreementPercent = 5n;
/** How far, in percent, a single source may differ from the accepted prices and from the recent ones. */
export const singleSourcePercent = 20n;
/** How far back a price is recent, ms. */
const recentMs = 300_000;

/** What one source says one whole coin is worth. */
export interface Quote extends ObservedPrice, QuoteSides {
  readonly rateSource: string;
  /** How often its source is asked, ms; left out where that is more often than prices are remembered. */
  readonly everyMs?: number;
  /** It repeats what is traded elsewhere, and what it rests on was asked days ago, perhaps. */
  readonly isSecondHand?: boolean;
  /** What it rests on; left out where it rests on nothing that another source could repeat. */
  readonly backing?: Backing;
  /** What is priced in what, `BTC/USD`: a price the wrong way round is no price. */
  readonly pair: string;
}

/** What a single source is compared with. */
export interface Precedents {
  /** The newest price that was converted at, and the newest that several sources stood behind; in dollars. */
  readonly accepted: readonly string[];
  /** The newest and the oldest price that was converted at in the last three days; left out or empty where there is none. */
  readonly lately?: readonly string[];
  /** Recent prices of the asset, of any source. */
  readonly recent: readonly (ObservedPrice & Pick<Quote, 'everyMs'>)[];
}

export type Agreement =
  | {
      readonly kind: 'agreed';
      /** What a coin is worth that the pool takes and will sell: the middle bid, the lower of two middle ones. */
      readonly usd: string;
      /** What a coin costs that the pool gives and has to buy: the middle ask, the higher of two middle ones. */
      readonly askUsd: string;
      /** How many of the quotes do not rest on the same venue. */
      readonly witnesses: number;
      /** The oldest of the quotes' times. */
      readonly observedAt: number;
      readonly quotes: readonly Quote[];
    }
  | { readonly kind: 'missing' }
  /** The sources contradict each other. */
  | { readonly kind: 'divergent' }
  /** Only one source has a price, and no precedent confirms it. */
  | { readonly kind: 'single-source' }
  /** All prices rest on one venue, or it is not known on which, and no precedent confirms them. */
  | { readonly kind: 'same-backing' }
  /** Only aggregators have a price, and it is far from what was converted at of late. */
  | { readonly kind: 'jump' };

/**
 * The price that money may be converted at. All fresh sources must be within five percent of each other, and two of them must not rest on
 * the same venue; a single witness counts if it is within twenty percent of the prices accepted before and of the median of the last
 * minutes, and aggregators alone, however many, if they are within twenty percent of the newest and of the oldest price of the last three
 * days: of the newest alone, what stands behind them could go far in small steps. The middle is taken: of the bids for the coin that the pool takes, of the asks for the coin that it gives; of two, the lower and
 * the higher, so that a slightly wrong source never costs the pool. `sole` is for a market that has one source by its nature: the sandbox.
 */
export function agreedPrice(
  asset: string,
  quotes: readonly Quote[],
  precedents: Precedents,
  now: number,
  sole = false,
): Agreement {
  const fresh = newestOfEachSource(quotes.filter((quote) => quoteFault(asset, quote, now) === undefined));
  const lowest = fresh[0];
  const highest = fresh.at(-1);
  if (lowest === undefined || highest === undefined) return { kind: 'missing' };
  if (!isWithin(lowest.usd, highest.usd, agreementPercent)) return { kind: 'divergent' };
  const witnesses = countWitnesses(fresh.map(({ backing = ownWord }) => backing));
  if (witnesses === 1 && !sole && !fresh.every((quote) => isConfirmedBy(quote, precedents, now)))
    return { kind: fresh.length === 1 ? 'single-source' : 'same-backing' };
  if (
    fresh.every(({ isSecondHand = false }) => isSecondHand) &&
    fresh.some(({ usd }) => precedents.lately?.some((earlier) => !isNear(usd, earlier)) ?? false)
  )
    return { kind: 'jump' };
  return {
    kind: 'agreed',
    usd: middleOf(inOrder(fresh.map(bidOf))) ?? lowest.usd,
    askUsd: inOrder(fresh.map(askOf))[fresh.length >> 1] ?? highest.usd,
    witnesses,
    observedAt: Math.min(...fresh.map(({ observedAt }) => observedAt)),
    quotes: fresh,
  };
}

function isNear(usd: string, precedent: string): boolean {
  return isWithin(precedent, usd, singleSourcePercent);
}

/** How far back a price of a source is recent, ms: at least the one before its last is. */
export function recentSpanMs({ everyMs = 0 }: Pick<Quote, 'everyMs'>): number {
  return Math.max(recentMs, everyMs * 3);
}

const ownWord: Backing = { kind: 'broad' };

/** Why a quote does not count, whatever others say. */
export type QuoteFault = 'other-pair' | 'malformed' | 'stale' | 'future' | 'sides-apart';

/** Judges one quote by itself; undefined where it counts. */
export function quoteFault(asset: string, quote: Quote, now: number): QuoteFault | undefined {
  if (quote.pair !== `${asset}/USD`) return 'other-pair';
  const { kind } = freshPrice(quote, now);
  if (kind === 'missing' || !isPrice(bidOf(quote)) || !isPrice(askOf(quote))) return 'malformed';
  if (kind !== 'fresh') return kind;
  return isOrdered(quote, spreadPercentMax) ? undefined : 'sides-apart';
}

/** By price, the lowest first. Only the newest quote of each source counts. */
function newestOfEachSource(quotes: readonly Quote[]): Quote[] {
  const newest = new Map<string, Quote>();
  for (const quote of quotes) {
    const known = newest.get(quote.rateSource);
    if (known === undefined || known.observedAt < quote.observedAt) newest.set(quote.rateSource, quote);
  }
  return [...newest.values()].toSorted((a, b) => byPrice(a, b) || (a.rateSource < b.rateSource ? -1 : 1));
}

function isConfirmedBy(quote: Quote, { accepted, recent }: Precedents, now: number): boolean {
  const recentQuotes = recent.filter((each) => isPrice(each.usd) && isRecent(each, now)).toSorted(byPrice);
  const median = middleOf(recentQuotes);
  return (
    accepted.length > 0 &&
    median !== undefined &&
    [...accepted, median.usd].every((usd) => isWithin(usd, quote.usd, singleSourcePercent))
  );
}

function isRecent(quote: Precedents['recent'][number], now: number): boolean {
  return quote.observedAt >= now - recentSpanMs(quote) && quote.observedAt <= now + priceMaxAheadMs;
}

function middleOf<P>(sorted: readonly P[]): P | undefined {
  return sorted[(sorted.length - 1) >> 1];
}

function inOrder(prices: readonly string[]): string[] {
  return prices.toSorted(compare);
}

function byPrice(a: ObservedPrice, b: ObservedPrice): number {
  return compare(a.usd, b.usd);
}

function compare(a: string, b: string): number {
  const { numerator, denominator } = rateBetween(a, b);
  return numerator < denominator ? -1 : numerator > denominator ? 1 : 0;
}

/** Whether the higher is at most `percent` above the lower. */
function isWithin(a: string, b: string, percent: bigint): boolean {
  const { numerator, denominator } = rateBetween(a, b);
  const [low, high] = numerator < denominator ? [numerator, denominator] : [denominator, numerator];
  return high * 100n <= low * (100n + percent);
}
