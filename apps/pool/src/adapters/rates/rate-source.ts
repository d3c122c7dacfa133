import type { Quote } from '@openlode/ledger/agreed-price';

/** One place that prices coins. It answers what it knows already; asking the world is its own affair. */
export interface RateSource {
  /** As shown on a receipt. */
  readonly name: string;
  priceOf(asset: string): Omit<Quote, 'rateSource'> | undefined;
}
