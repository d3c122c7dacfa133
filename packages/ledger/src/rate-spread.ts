import { valueInUsd } from '@openlode/money/convert';
import { printDecimal } from '@openlode/money/decimal-text';

/** What sources said of one whole coin in dollars, in the middle of their bid and ask; decimal text. */
export type MiddlePrices = readonly string[];

/** Digits that prices are compared with. */
const scale = 10n ** 36n;

/**
 * How far a rate is below the middle of what the sources said of both coins, in percent with two decimals, for a receipt: what between bid and
 * ask, and between sources that differ a little, is not the miner's. Undefined where that is less than half of a hundredth.
 *
 * @param rate coins that are bought for one that is sold, as decimal text
 */
export function rateSpread(rate: string, sold: MiddlePrices, bought: MiddlePrices): string | undefined {
  const [soldUsd, boughtUsd] = [middle(sold), middle(bought)];
  if (soldUsd === undefined || boughtUsd === undefined) return undefined;
  const whole = soldUsd * scale;
  const hundredths = ((whole - valueInUsd(scale, rate) * boughtUsd) * 20_000n + whole) / (2n * whole);
  return hundredths > 0n ? printDecimal(hundredths, 2) : undefined;
}

/** Between the two in the middle where they are even. */
function middle(prices: MiddlePrices): bigint | undefined {
  const ordered = prices
    .map((usd) => valueInUsd(scale, usd))
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const low = ordered[(ordered.length - 1) >> 1];
  const high = ordered[ordered.length >> 1];
  return low === undefined || high === undefined || low + high < 2n ? undefined : (low + high) / 2n;
}
