import type { Quote } from '@openlode/ledger/agreed-price';
import type { PoolKind } from './pool-kind.ts';

/** What the market says of coins, source by source. The judgement is not made here: see `agreed-price.ts`. */
export interface Rates {
  readonly name: string;
  /** A sandbox has one market, the sample, which nobody else can bear out; the wall keeps it out of a real pool. */
  readonly kind: PoolKind;
  /** The newest word of every source on one whole coin in US dollars; empty where nobody prices it. */
  quotesOf(asset: string): readonly Quote[];
  /** What all sources have said in the last minutes: what a lone one is held against. */
  recentOf(asset: string): readonly Quote[];
}
