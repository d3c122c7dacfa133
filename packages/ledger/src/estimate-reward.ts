import { formatRate } from '@openlode/money/convert';
import { type ConversionTerms, less } from './conversion.ts';
import { spreadBetween } from './conversion-spread.ts';
import { add, inverse, multiply, parseRatio, type Ratio } from '@openlode/money/ratio';

/** What one network pays for work of an algorithm. Decimal text throughout. */
export interface NetworkYield {
  readonly asset: string;
  readonly blockTimeS: string;
  readonly rewardPerBlock: string;
  /** Hashes or solutions a second of the whole network. */
  readonly networkRate: string;
}

export type EstimateOutcome =
  | {
      readonly kind: 'estimate' /** Coins, decimal text with 18 significant digits. */;
      readonly perDay: string;
      readonly perMonth: string;
    }
  | { readonly kind: 'no-price'; readonly asset: string };

const secondsPerDay: Ratio = { numerator: 86_400n, denominator: 1n };
const daysPerMonth: Ratio = { numerator: 30n, denominator: 1n };

/**
 * What a hashrate earns in a day and in thirty, at the networks' present rates and prices, after the fee and the spread of conversions:
 * hashrate ÷ network × (86,400 ÷ block time) × reward × price of the asset ÷ price of the coin. Exact until it is printed, so
 * that no positive hashrate earns nothing.
 */
export function estimateReward(
  hashesPerSecond: Ratio,
  networks: readonly NetworkYield[],
  coin: string,
  { priceOf, askOf, spreadOf }: Pick<ConversionTerms, 'priceOf' | 'askOf' | 'spreadOf'>,
  feePpm: number,
): EstimateOutcome {
  const coinPrice = askOf(coin);
  if (coinPrice === undefined) return { kind: 'no-price', asset: coin };
  let usd: Ratio = { numerator: 0n, denominator: 1n };
  for (const network of networks) {
    // What is mined in the coin itself is not converted.
    const price = network.asset === coin ? coinPrice : priceOf(network.asset);
    if (price === undefined) return { kind: 'no-price', asset: network.asset };
    const blocks = multiply(secondsPerDay, inverse(parseRatio(network.blockTimeS)));
    const share = multiply(hashesPerSecond, inverse(parseRatio(network.networkRate)));
    const worth = less(parseRatio(price), spreadBetween(network.asset, coin, spreadOf));
    usd = add(usd, multiply(share, blocks, parseRatio(network.rewardPerBlock), worth));
  }
  const kept: Ratio = { numerator: BigInt(1_000_000 - feePpm), denominator: 1_000_000n };
  const perDay = multiply(usd, inverse(parseRatio(coinPrice)), kept);
  return {
    kind: 'estimate',
    perDay: formatRate(perDay),
    perMonth: formatRate(multiply(perDay, daysPerMonth)),
  };
}
