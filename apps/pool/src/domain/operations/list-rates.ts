import { coins } from '@openlode/catalogue/coins';
import { type Agreement, type Quote, quoteFault, type QuoteFault } from '@openlode/ledger/agreed-price';
import { agreementOn } from '../conversion/agreed-rates.ts';
import { readAccepted } from '../conversion/open-conversion.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { SourceReport } from '../kernel/rates.ts';

/** What every source says of a coin, and what the pool makes of it. Amounts are dollars as decimal text. */
export interface RatedCoin {
  readonly coin: string;
  readonly judgement: Agreement['kind'];
  /** What a coin is worth that the pool takes, and costs that it gives; null where nothing is agreed on. */
  readonly sells: string | null;
  readonly buys: string | null;
  /** How many sources do not rest on the same venue; 0 where nothing is agreed on. */
  readonly witnesses: number;
  readonly words: readonly RatedSource[];
}

export interface RatedSource {
  readonly source: string;
  readonly bid: string | null;
  readonly ask: string | null;
  /** When it was observed, ms. */
  readonly at: number | null;
  /** The venue that it stands and falls with, `several`, or `unknown`; null where it rests on nothing else. */
  readonly restsOn: string | null;
  /** Why it does not count; null where it does. */
  readonly why: QuoteFault | (string & {}) | null;
}

/** @param input a symbol of the catalogue, in any case; every coin where it is left out */
export async function listRates(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'rates'>,
  { coin }: { readonly coin?: string | undefined },
): Promise<RatedCoin[]> {
  const now = ctx.clock.now();
  const accepted = await readAccepted(ctx.db, now);
  return coins
    .map(({ symbol }) => symbol)
    .filter((symbol) => coin === undefined || symbol === coin.toUpperCase())
    .map((symbol) => {
      const words = reportsOfSources(ctx.rates, symbol).map((report) => ratedSource(symbol, report, now));
      const agreement = agreementOn(ctx, symbol, accepted);
      const { usd, askUsd, witnesses } =
        agreement.kind === 'agreed' ? agreement : { usd: null, askUsd: null, witnesses: 0 };
      return { coin: symbol, judgement: agreement.kind, sells: usd, buys: askUsd, witnesses, words };
    });
}

function reportsOfSources(rates: ServiceContext['rates'], asset: string): readonly SourceReport[] {
  return (
    rates.reportsOf?.(asset) ??
    rates.quotesOf(asset).map((quote) => ({ rateSource: quote.rateSource, quote }))
  );
}

function ratedSource(asset: string, report: SourceReport, now: number): RatedSource {
  if ('why' in report)
    return { source: report.rateSource, bid: null, ask: null, at: null, restsOn: null, why: report.why };
  const { usd, bidUsd = usd, askUsd = usd, observedAt } = report.quote;
  return {
    source: report.rateSource,
    bid: bidUsd,
    ask: askUsd,
    at: observedAt,
    restsOn: restsOn(report.quote),
    why: quoteFault(asset, report.quote, now) ?? null,
  };
}

function restsOn({ backing }: Quote): string | null {
  if (backing === undefined) return null;
  if (backing.kind === 'venue') return backing.venue;
  return backing.kind === 'broad' ? 'several' : 'unknown';
}
