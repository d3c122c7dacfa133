import { type Quote, recentSpanMs } from '@openlode/ledger/agreed-price';
import { priceMaxAheadMs } from '@openlode/ledger/fresh-price';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { Rates } from '../../domain/kernel/rates.ts';
import type { RateSource } from './rate-source.ts';

/** Quotes of one source are recorded at most this often, ms, which bounds the memory. */
const noteEveryMs = 1000;

/** All sources as one: every price of theirs, and what they said in the last minutes. */
export function combineRates(
  market: { readonly name: string; readonly kind: Rates['kind']; readonly sources: readonly RateSource[] },
  clock: Clock,
): Rates {
  const reported = new Map<string, Quote[]>();

  function note(asset: string, quote: Quote): void {
    // A time that has not come would keep out every later price of its source.
    if (quote.observedAt > clock.now() + priceMaxAheadMs) return;
    const notes = reported.get(asset) ?? [];
    reported.set(asset, notes);
    const last = notes.findLast(({ rateSource }) => rateSource === quote.rateSource);
    if (last === undefined || quote.observedAt >= last.observedAt + noteEveryMs) notes.push(quote);
  }

  function forget(asset: string): Quote[] {
    const now = clock.now();
    const notes = (reported.get(asset) ?? []).filter(
      (quote) => quote.observedAt >= now - recentSpanMs(quote) && quote.observedAt <= now + priceMaxAheadMs,
    );
    reported.set(asset, notes);
    return notes;
  }

  return {
    name: market.name,
    kind: market.kind,
    quotesOf: (asset) => {
      const quotes = market.sources.flatMap((source): Quote[] => {
        const price = source.priceOf(asset);
        return price === undefined ? [] : [{ ...price, rateSource: source.name }];
      });
      forget(asset);
      for (const quote of quotes) note(asset, quote);
      return quotes;
    },
    // A source's price of now cannot confirm itself.
    recentOf: (asset) => {
      const now = new Set(
        market.sources.map((source) => `${source.name} ${source.priceOf(asset)?.observedAt ?? ''}`),
      );
      return forget(asset).filter(({ rateSource, observedAt }) => !now.has(`${rateSource} ${observedAt}`));
    },
  };
}
