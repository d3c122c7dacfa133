import type { Quote } from '@openlode/ledger/agreed-price';
import type { PoolKind } from './pool-kind.ts';

/** What the market says of coins, source by source. The judgement is not made here: see `agreed-price.ts`. */
export interface Rates {
  readonly name: string;
  /** A sandbox has one source, the sample rates, which no other source can confirm; a real pool refuses it. */
  readonly kind: PoolKind;
  /** The newest price of every source for one whole coin in US dollars; empty where no source has one. */
  quotesOf(asset: string): readonly Quote[];
  /** What all sources have said in the last minutes: what a lone one is held against. */
  recentOf(asset: string): readonly Quote[];
  /** Of every source, its price, or why it has none; left out where a source without a price has no reason. */
  reportsOf?(asset: string): readonly SourceReport[];
}

/** What one source says of a coin, or why it says nothing. */
export type SourceReport =
  | { readonly rateSource: string; readonly quote: Quote }
  | { readonly rateSource: string; readonly why: string };
