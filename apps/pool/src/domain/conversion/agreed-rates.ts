import { type Agreement, agreedPrice } from '@openlode/ledger/agreed-price';
import type { Clock } from '../kernel/clock.ts';
import type { Rates } from '../kernel/rates.ts';
import { isSimulated } from '../kernel/pool-kind.ts';

/** The newest prices that were converted at, by asset: of all, and of those that several sources stood behind. */
export type Accepted = ReadonlyMap<string, readonly string[]>;

/** What the sources of an asset agree on now. */
export function agreementOn(
  ctx: { readonly rates: Rates; readonly clock: Clock },
  asset: string,
  accepted: Accepted,
): Agreement {
  const { rates } = ctx;
  const precedents = { accepted: accepted.get(asset) ?? [], recent: rates.recentOf(asset) };
  return agreedPrice(asset, rates.quotesOf(asset), precedents, ctx.clock.now(), isSimulated(rates.kind));
}
