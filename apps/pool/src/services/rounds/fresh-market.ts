import type { Market } from '@openlode/ledger/exchange';
import { freshPrice } from '@openlode/ledger/fresh-price';
import type { Clock } from '../ports/clock.ts';
import type { Price, Rates } from '../ports/rates.ts';
import { conversionCapUsd } from './round-rules.ts';

export interface FreshMarket extends Market {
  /** The fresh price behind a figure, with its source and time; undefined where there is none. */
  readonly observed: (asset: string) => Price | undefined;
}

/** The prices of one moment, each asked for once, so that a round is converted at one rate. What is not fresh is not there. */
export function freshMarket(
  ctx: { readonly rates: Rates; readonly clock: Clock },
  capUsd: bigint = conversionCapUsd,
): FreshMarket {
  const now = ctx.clock.now();
  const asked = new Map<string, Price | undefined>();
  const observed = (asset: string): Price | undefined => {
    if (asked.has(asset)) return asked.get(asset);
    const outcome = freshPrice(ctx.rates.priceOf(asset), now);
    const price = outcome.kind === 'fresh' ? outcome.price : undefined;
    asked.set(asset, price);
    return price;
  };
  return { observed, priceOf: (asset) => observed(asset)?.usd, capUsd };
}
