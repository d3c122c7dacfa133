import type { Backing } from '@openlode/ledger/backing';
import type { MarketPrice } from '@openlode/ledger/market-price';
import type { CoinIds } from './coin-ids.ts';

/** What a source's answer says of one coin. */
export type SourceAnswer =
  | {
      readonly kind: 'price';
      readonly price: MarketPrice;
      readonly unit: 'USD' | 'USDT';
      /** The source's own time of it, ms; undefined where it has none. */
      readonly at: number | undefined;
      /** Bid, ask and last trade of a market; undefined where the source has a time. */
      readonly state: string | undefined;
      /** What was traded in the last day, in dollars: only compared with what it was before. */
      readonly dayVolumeUsd: number;
    }
  | { readonly kind: 'silent'; readonly why: string };

/** How a source is asked, and how its answers are read. */
export interface SourceShape {
  readonly name: string;
  /** Where it is found. */
  readonly url: string;
  readonly ids: CoinIds;
  /** The header that carries a key; left out where the source takes none. */
  readonly keyHeader?: string;
  /** What it prices in. */
  readonly unit: 'USD' | 'USDT';
  /** Between two calls for prices, ms. */
  readonly everyMs: number;
  readonly pricesPath: string;
  /** What an answer says of each coin that it names. Throws on an answer of another shape. */
  readonly readPrices: (body: unknown) => ReadonlyMap<string, SourceAnswer>;
  /** What its prices rest on: an exchange on itself, an aggregator on the venues that it names for each coin. */
  readonly backing: { readonly venue: string } | BackingShape;
}

/** How often a source may be asked for backings: at once, and from then on. */
export interface BackingBudget {
  readonly atOnce: number;
  readonly everyMs: number;
}

export interface BackingShape {
  readonly budget: BackingBudget;
  path(id: string): string;
  /** Throws on an answer of another shape. */
  readonly read: (body: unknown) => Backing;
}
