import { type Agreement, agreedPrice, type Quote } from '@openlode/ledger/agreed-price';
import { priceInDollars } from '@openlode/ledger/market-price';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { Rates, SourceReport } from '../../domain/kernel/rates.ts';
import { combineRates } from './combine-rates.ts';
import type { FollowedSource, MarketQuote } from './follow-source.ts';

type Agreed = Extract<Agreement, { kind: 'agreed' }>;
type DollarQuote = { readonly kind: 'quote'; readonly quote: Omit<Quote, 'rateSource'> } | Silent;
type Silent = Extract<MarketQuote, { kind: 'silent' }>;

const noPrecedents = { accepted: [], recent: [] };

/**
 * What sources on the network say coins are worth in dollars. A price in USDT counts as dollars only through what USDT itself is worth, on
 * which two sources must agree: it is priced like any other coin.
 */
export function marketRates(sources: readonly FollowedSource[], clock: Clock): Rates {
  function tether(): Agreed | undefined {
    const quotes = sources.flatMap((source): Quote[] => {
      const quoted = source.quoteOf('USDT');
      if (quoted.kind === 'silent' || quoted.unit !== 'USD') return [];
      return [{ ...quoted.quote, rateSource: source.name }];
    });
    const agreement = agreedPrice('USDT', quotes, noPrecedents, clock.now());
    return agreement.kind === 'agreed' ? agreement : undefined;
  }

  function quoteInDollars(
    source: FollowedSource,
    asset: string,
    unit: () => Agreed | undefined,
  ): DollarQuote {
    const quoted = source.quoteOf(asset);
    if (quoted.kind === 'silent' || quoted.unit === 'USD') return quoted;
    const usdt = unit();
    if (usdt === undefined)
      return { kind: 'silent', why: 'it prices in USDT, whose own price no two sources agree on' };
    return { kind: 'quote', quote: inDollars(asset, quoted.quote, usdt) };
  }

  return {
    ...combineRates(
      {
        name: sources.map(({ name }) => name).join(' + '),
        kind: 'real',
        sources: sources.map((source) => ({
          name: source.name,
          priceOf: (asset) => {
            const quoted = quoteInDollars(source, asset, tether);
            return quoted.kind === 'quote' ? quoted.quote : undefined;
          },
        })),
      },
      clock,
    ),
    reportsOf: (asset) => {
      const usdt = tether();
      return sources.map((source): SourceReport => {
        const quoted = quoteInDollars(source, asset, () => usdt);
        return quoted.kind === 'silent'
          ? { rateSource: source.name, why: quoted.why }
          : { rateSource: source.name, quote: { ...quoted.quote, rateSource: source.name } };
      });
    },
  };
}

/** A quote in USDT as one in dollars: as old as the older of the two prices, and resting on what it rested on. */
function inDollars(
  asset: string,
  quote: Omit<Quote, 'rateSource'>,
  { usd: bid, askUsd: ask, observedAt, quotes }: Agreed,
): Omit<Quote, 'rateSource'> {
  const { usd: mid, bidUsd = mid, askUsd = mid } = quote;
  // What a USDT is worth in the middle is not known apart: the lower side for what is sold, the higher for what is bought.
  const price = priceInDollars({ bid: bidUsd, ask: askUsd, mid }, { bid, ask, mid: bid });
  return {
    ...quote,
    usd: price.mid,
    bidUsd: price.bid,
    askUsd: price.ask,
    pair: `${asset}/USD`,
    observedAt: Math.min(quote.observedAt, observedAt),
    // A new time comes as seldom as the most seldom of them.
    everyMs: Math.max(...[quote, ...quotes].map(({ everyMs = 0 }) => everyMs)),
  };
}
