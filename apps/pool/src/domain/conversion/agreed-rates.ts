import { type Agreement, agreedPrice } from '@openlode/ledger/agreed-price';
import type { Clock } from '../kernel/clock.ts';
import type { Rates } from '../kernel/rates.ts';
import { isSimulated } from '../kernel/pool-kind.ts';

/** What an asset was converted at. */
export interface AcceptedPrices {
  /** The newest price of all, and of those that several witnesses stood behind; empty where none ever did. */
  readonly prices: readonly string[];
  /** The newest and the oldest of the last three days. */
  readonly lately: readonly string[];
}

export type Accepted = ReadonlyMap<string, AcceptedPrices>;

/** What the sources of an asset agree on now. */
export function agreementOn(
  ctx: { readonly rates: Rates; readonly clock: Clock },
  asset: string,
  accepted: Accepted,
): Agreement {
  const { rates } = ctx;
  const { prices = [], lately = [] } = accepted.get(asset) ?? {};
  const recent = rates.recentOf(asset);
  const precedents = { accepted: prices, recent, lately };
  return agreedPrice(asset, rates.quotesOf(asset), precedents, ctx.clock.now(), isSimulated(rates.kind));
}
