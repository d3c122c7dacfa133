/** An older price is no price. */
export const priceMaxAgeMs = 600_000;
/** Clocks differ a little; a price from further ahead than this was not observed. */
export const priceMaxAheadMs = 60_000;

/** What one whole coin was worth in US dollars, as decimal text, and when. */
export interface ObservedPrice {
  readonly usd: string;
  readonly observedAt: number;
}

export type PriceOutcome<P extends ObservedPrice> =
  | { readonly kind: 'fresh'; readonly price: P }
  | { readonly kind: 'missing' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'stale' }
  | { readonly kind: 'future' };

const positiveDecimal = /^(?=.*[1-9])\d{1,30}(\.\d{1,40})?$/;

/** Whether text is a price: decimal text above zero. */
export function isPrice(text: string): boolean {
  return positiveDecimal.test(text);
}

/** The one judge of a price: money moves only at a fresh one, wherever it came from. */
export function freshPrice<P extends ObservedPrice>(price: P | undefined, now: number): PriceOutcome<P> {
  if (price === undefined) return { kind: 'missing' };
  // oxlint-disable-next-line eslint/no-restricted-globals -- a time, not an amount
  if (!isPrice(price.usd) || !Number.isFinite(price.observedAt)) return { kind: 'malformed' };
  if (price.observedAt < now - priceMaxAgeMs) return { kind: 'stale' };
  if (price.observedAt > now + priceMaxAheadMs) return { kind: 'future' };
  return { kind: 'fresh', price };
}
