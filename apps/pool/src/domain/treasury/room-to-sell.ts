import { convert, rateBetween } from '@openlode/money/convert';
import type { Queryable } from '../../runtime/database/database.ts';
import type { PayoutContext } from '../payouts/payout-context.ts';
import { tradeCaps } from '../policy/round-rules.ts';
import { readThere } from './to-sell.ts';
import { readPrices } from './trade-positions.ts';

/**
 * How much more of a coin may be sent to exchanges to be sold, in units of 10^-18: what lies there for conversions, and what is on its way, may be worth
 * no more than trades may leave there. Undefined where no price is agreed on.
 */
export async function roomToSell(
  db: Queryable,
  ctx: Pick<PayoutContext, 'clock' | 'rates' | 'conversionSpreads' | 'tradeCaps'>,
  coin: string,
): Promise<bigint | undefined> {
  const price = (await readPrices({ ...ctx, db }, [coin])).get(coin);
  if (price === undefined) return undefined;
  const { exposureUsd } = ctx.tradeCaps ?? tradeCaps;
  const room = convert(exposureUsd, rateBetween('1', price.askUsd)) - (await readThere(db, coin));
  return room > 0n ? room : 0n;
}
