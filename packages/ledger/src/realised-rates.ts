import { convert, type Rate } from '@openlode/money/convert';
import { printDecimal } from '@openlode/money/decimal-text';
import { add, inverse, multiply, type Ratio } from '@openlode/money/ratio';
import { tradeMoney } from './trade-question.ts';

/** What conversions of one pair have taken and given in some time; amounts in units of 10^-18. */
export interface ConvertedPair {
  readonly asset: string;
  readonly coin: string;
  readonly conversions: bigint;
  readonly taken: bigint;
  readonly given: bigint;
}

/** What trades of one pair have given and brought in the same time, fees taken off; amounts in units of 10^-18. */
export interface TradedPair {
  readonly sold: string;
  readonly bought: string;
  readonly trades: bigint;
  readonly given: bigint;
  readonly got: bigint;
}

/** How trades stand against what was credited of a pair. */
export interface RealisedPair extends ConvertedPair {
  /** Those that the realised rate rests on: of the pair itself, and of both of its coins for money. */
  readonly trades: bigint;
  /** What trades brought of the coin for one unit of the asset; undefined where none of the time says it. */
  readonly realised: Rate | undefined;
  /** `realised` over what was credited for one unit, in percent with two decimals, rounded down. */
  readonly percent: string | undefined;
  /** What all that was taken would have brought at `realised`, less what was given: what conversions gained, below zero what they lost. */
  readonly gained: bigint | undefined;
}

const hundredPercent: Ratio = { numerator: 100n, denominator: 1n };

/** Each pair of conversions against the trades of the same time. */
export function realisedPairs(
  conversions: readonly ConvertedPair[],
  trades: readonly TradedPair[],
): readonly RealisedPair[] {
  return conversions.map((pair) => {
    const found = realisedRate(pair, trades);
    if (found === undefined)
      return { ...pair, trades: 0n, realised: undefined, percent: undefined, gained: undefined };
    const { realised } = found;
    const credited: Ratio | undefined =
      pair.taken > 0n && pair.given > 0n ? { numerator: pair.given, denominator: pair.taken } : undefined;
    const percent = credited && multiply(realised, inverse(credited), hundredPercent);
    return {
      ...pair,
      ...found,
      percent: percent && printDecimal((percent.numerator * 100n) / percent.denominator, 2),
      gained: convert(pair.taken, realised) - pair.given,
    };
  });
}

/**
 * What one unit of the asset was sold for, in the coin: in trades of the one for the other, and, by what was sold of each, in trades for money at what the coin was
 * bought for with that money. Money that nothing was bought with says nothing of the pair.
 */
function realisedRate(
  { asset, coin }: ConvertedPair,
  trades: readonly TradedPair[],
): { readonly realised: Rate; readonly trades: bigint } | undefined {
  let sold = 0n;
  let brought: Ratio = { numerator: 0n, denominator: 1n };
  let count = 0n;
  const counted = (sale: TradedPair, inCoin: Ratio): void => {
    sold += sale.given;
    brought = add(brought, inCoin);
    count += sale.trades;
  };
  const direct = find(trades, asset, coin);
  if (direct !== undefined) counted(direct, { numerator: direct.got, denominator: 1n });
  for (const money of tradeMoney) {
    if (money === asset || money === coin) continue;
    const [sale, purchase] = [find(trades, asset, money), find(trades, money, coin)];
    if (sale === undefined || purchase === undefined) continue;
    counted(sale, { numerator: sale.got * purchase.got, denominator: purchase.given });
    count += purchase.trades;
  }
  if (sold === 0n) return undefined;
  const { numerator, denominator } = brought;
  return { realised: { numerator, denominator: denominator * sold }, trades: count };
}

/** Where there are several of one pair, the caller has summed them. */
function find(trades: readonly TradedPair[], sold: string, bought: string): TradedPair | undefined {
  return trades.find((trade) => trade.sold === sold && trade.bought === bought && trade.given > 0n);
}
