import { formatAmount, roundDownTo } from '@openlode/money/amount';
import { valueInUsd } from '@openlode/money/convert';
import type { Funds } from '@openlode/ledger/treasury-entries';
import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { readPrices } from '../conversion/open-conversion.ts';

/** Both sides of a trade may differ by so much of what was sold, at the agreed rates. More is a mistake, or hides a loss. */
const deviationMaxPercent = 5n;
/** What trades lose together is counted over this time, ms. */
const windowMs = 30 * 86_400_000;
/** One, in units of 10^-18. */
const unit = 10n ** 18n;

/** What both sides were worth in US dollars, in units of 10^-18. */
export interface TradeValue {
  readonly soldUsd: bigint;
  readonly boughtUsd: bigint;
}

export type TradeRefusal =
  /** Without an agreed rate of the coin the value of the trade is unknown. */
  | { readonly kind: 'no-rate'; readonly coin: string }
  /** What was sold and what was bought are worth in US dollars, as decimal text, and the difference in percent of what was sold. */
  | {
      readonly kind: 'off-rate';
      readonly soldUsd: string;
      readonly boughtUsd: string;
      readonly percent: string;
    }
  /** Each trade is within the deviation; together, those of 30 days lose more US dollars than one of them may. */
  | { readonly kind: 'losses-add-up'; readonly lostUsd: string; readonly allowedUsd: string };

/** Why the rates speak against a trade, or what its sides are worth where both are about the same and the trades before lost little. */
export async function judgeTrade(
  tx: Transaction,
  { clock, rates }: Pick<ServiceContext, 'clock'> & Partial<Pick<ServiceContext, 'rates'>>,
  sold: Funds,
  bought: Funds,
): Promise<({ readonly kind: 'fair' } & TradeValue) | TradeRefusal> {
  const prices = rates && (await readPrices(tx, { clock, rates }));
  const [soldPrice, boughtPrice] = [prices?.priceOf(sold.asset), prices?.priceOf(bought.asset)];
  if (soldPrice === undefined) return { kind: 'no-rate', coin: sold.asset };
  if (boughtPrice === undefined) return { kind: 'no-rate', coin: bought.asset };
  const soldUsd = valueInUsd(sold.amount, soldPrice);
  const boughtUsd = valueInUsd(bought.amount, boughtPrice);
  const apart = soldUsd < boughtUsd ? boughtUsd - soldUsd : soldUsd - boughtUsd;
  if (soldUsd === 0n || apart * 100n > soldUsd * deviationMaxPercent) {
    const percent =
      soldUsd === 0n ? 'more than 100' : formatAmount(roundDownTo(3, (apart * 100n * unit) / soldUsd));
    return { kind: 'off-rate', soldUsd: formatAmount(soldUsd), boughtUsd: formatAmount(boughtUsd), percent };
  }
  const since = new Date(clock.now() - windowMs);
  const earlier = await tx.query<ValuedTrade>(sql`
    SELECT asset, bought_asset AS "boughtAsset", sold_usd AS "soldUsd", bought_usd AS "boughtUsd" FROM treasury_movements
     WHERE kind = 'trade' AND sold_usd IS NOT NULL AND booked_at > ${since}`);
  const trades = [...earlier, { asset: sold.asset, boughtAsset: bought.asset, soldUsd, boughtUsd }];
  const lost = trades.reduce((sum, trade) => sum + trade.soldUsd - trade.boughtUsd, 0n);
  const allowed = (traded(trades) * deviationMaxPercent) / 100n;
  return lost > allowed
    ? { kind: 'losses-add-up', lostUsd: formatAmount(lost), allowedUsd: formatAmount(allowed) }
    : { kind: 'fair', soldUsd, boughtUsd };
}

interface ValuedTrade extends TradeValue {
  readonly asset: string;
  readonly boughtAsset: string;
}

/**
 * The amount of which the deviation is a percentage, in dollars: the coins that all trades together really sold, at least the largest
 * single trade. Coins that were bought back are deducted, so that selling the same coins repeatedly allows no larger loss than selling
 * them once.
 */
function traded(trades: readonly ValuedTrade[]): bigint {
  const sold = new Map<string, bigint>();
  const add = (asset: string, usd: bigint): unknown => sold.set(asset, (sold.get(asset) ?? 0n) + usd);
  for (const { asset, boughtAsset, soldUsd, boughtUsd } of trades) {
    add(asset, soldUsd);
    add(boughtAsset, -boughtUsd);
  }
  const forGood = [...sold.values()].reduce((sum, usd) => (usd > 0n ? sum + usd : sum), 0n);
  return trades.reduce((most, { soldUsd }) => (soldUsd > most ? soldUsd : most), forGood);
}
