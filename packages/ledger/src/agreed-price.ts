import { rateBetween } from '@openlode/money/convert';
import { freshPrice, type ObservedPrice } from './fresh-price.ts';

/** Sources that differ by more than this, in percent, do not agree. */
export const agreementPercent = 5n;
/** How far, in percent, a single source may differ from the accepted prices and from the recent ones. */
export const singleSourcePercent = 20n;
/** How far back a price is recent, ms. */
export const recentMs = 300_000;

/** What one source says one whole coin is worth. */
export interface Quote extends ObservedPrice {
  readonly rateSource: string;
  /** What is priced in what, `BTC/USD`: a price the wrong way round is no price. */
  readonly pair: string;
}

/** What a single source is compared with. */
export interface Precedents {
  /** The newest price that was converted at, and the newest that several sources stood behind; in dollars. */
  readonly accepted: readonly string[];
  /** Recent prices of the asset, of any source. */
  readonly recent: readonly ObservedPrice[];
}

export type Agreement =
  | {
      readonly kind: 'agreed';
      /** What a coin is worth that the pool takes: the middle quote, the lower of two middle ones. */
      readonly usd: string;
      /** What a coin costs that the pool gives: the middle quote, the higher of two middle ones. */
      readonly askUsd: string;
      /** The oldest of the quotes' times. */
      readonly observedAt: number;
      readonly quotes: readonly Quote[];
    }
  | { readonly kind: 'missing' }
  /** The sources contradict each other. */
  | { readonly kind: 'divergent' }
  /** Only one source has a price, and no precedent confirms it. */
  | { readonly kind: 'single-source' };

/**
 * The price that money may be converted at. All fresh sources must be within five percent of each other, and there must be two of them;
 * a single one counts if it is within twenty percent of the prices accepted before and of the median of the last five minutes. The
 * middle quote is taken; of two, the lower for the coin that the pool takes and the higher for the coin that it gives, so that a
 * slightly wrong source never costs the pool. `sole` is for a market that has one source by its nature: the sandbox.
 */
export function agreedPrice(
  asset: string,
  quotes: readonly Quote[],
  precedents: Precedents,
  now: number,
  sole = false,
): Agreement {
  const fresh = newestOfEachSource(
    quotes.filter((quote) => quote.pair === `${asset}/USD` && freshPrice(quote, now).kind === 'fresh'),
  );
  const lowest = fresh[0];
  const highest = fresh.at(-1);
  const middle = middleOf(fresh);
  const upper = fresh[fresh.length >> 1];
  if (lowest === undefined || highest === undefined || middle === undefined || upper === undefined)
    return { kind: 'missing' };
  if (!isWithin(lowest.usd, highest.usd, agreementPercent)) return { kind: 'divergent' };
  if (fresh.length === 1 && !sole && !isConfirmedBy(lowest, precedents, now))
    return { kind: 'single-source' };
  return {
    kind: 'agreed',
    usd: middle.usd,
    askUsd: upper.usd,
    observedAt: Math.min(...fresh.map(({ observedAt }) => observedAt)),
    quotes: fresh,
  };
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
  const recentQuotes = recent
    .filter((each) => freshPrice(each, now).kind === 'fresh' && each.observedAt >= now - recentMs)
    .toSorted(byPrice);
  const median = middleOf(recentQuotes);
  return (
    accepted.length > 0 &&
    median !== undefined &&
    [...accepted, median.usd].every((usd) => isWithin(usd, quote.usd, singleSourcePercent))
  );
}

function middleOf<P>(sorted: readonly P[]): P | undefined {
  return sorted[(sorted.length - 1) >> 1];
}

function byPrice(a: ObservedPrice, b: ObservedPrice): number {
  const { numerator, denominator } = rateBetween(a.usd, b.usd);
  return numerator < denominator ? -1 : numerator > denominator ? 1 : 0;
}

/** Whether the higher is at most `percent` above the lower. */
function isWithin(a: string, b: string, percent: bigint): boolean {
  const { numerator, denominator } = rateBetween(a, b);
  const [low, high] = numerator < denominator ? [numerator, denominator] : [denominator, numerator];
  return high * 100n <= low * (100n + percent);
}
