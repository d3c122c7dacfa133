import { valueInUsd } from '@openlode/money/convert';
import { tradeMoney } from './trade-question.ts';

/** How much conversions may leave open, in units of 10^-18 dollars: of one coin, and of all together. */
export interface ExposureLimits {
  readonly coinUsd: bigint;
  readonly allUsd: bigint;
}

/** What conversions have left of one coin, in units of 10^-18: above zero to be sold, below zero to be bought. */
export interface OpenPosition {
  readonly coin: string;
  readonly amount: bigint;
}

type PriceOf = (coin: string) => string | undefined;

/** What a move of prices would be gained or lost on. */
interface Exposure {
  /** Those that are not nothing, the largest first; undefined where there is no agreed price. In units of 10^-18 dollars. */
  readonly coins: readonly (OpenPosition & { readonly usd: bigint | undefined })[];
  /** Without those that have no price. */
  readonly allUsd: bigint;
}

/** What conversions have left, valued whatever its sign: that one coin is to be sold and another bought makes neither smaller. */
export function exposureOf(positions: readonly OpenPosition[], priceOf: PriceOf): Exposure {
  const coins = positions
    .filter(({ amount }) => amount !== 0n)
    .map((position) => ({ ...position, usd: valueOf(position, priceOf) }))
    .toSorted((a, b) => ((a.usd ?? 0n) === (b.usd ?? 0n) ? 0 : (a.usd ?? 0n) < (b.usd ?? 0n) ? 1 : -1));
  return { coins, allUsd: coins.reduce((sum, { usd = 0n }) => sum + usd, 0n) };
}

/** The money that sales bring is open to nothing, and is never sold: what purchases leave of it, such as spreads, would fill the limit of all for ever. */
function valueOf({ coin, amount }: OpenPosition, priceOf: PriceOf): bigint | undefined {
  if (amount > 0n && tradeMoney.includes(coin)) return 0n;
  const price = priceOf(coin);
  return price === undefined ? undefined : valueInUsd(amount < 0n ? -amount : amount, price);
}

/** Lets conversions through as long as they leave no more open than limits. */
export interface ExposureMeter {
  /** Whether a conversion that takes this much of the asset, and gives this much of the coin, would leave too much open. */
  isTooMuch(asset: string, taken: bigint, coin: string, given: bigint): boolean;
  /** Counts one that was let through. */
  add(asset: string, taken: bigint, coin: string, given: bigint): void;
}

/** Counts what an operator has let through, whatever it leaves open: what comes after it has so much less room. */
export function letThrough(meter: ExposureMeter): ExposureMeter {
  return { isTooMuch: () => false, add: (...conversion) => meter.add(...conversion) };
}

/**
 * A meter that begins with what is open. What makes a position smaller always passes, so that nothing that is over a limit stays there because of it. A
 * coin without a price counts as nothing.
 */
export function exposureMeter(
  { coinUsd, allUsd }: ExposureLimits,
  open: readonly OpenPosition[],
  priceOf: PriceOf,
): ExposureMeter {
  const amounts = new Map(open.map(({ coin, amount }) => [coin, amount]));
  const usdOf = (coin: string, amount: bigint): bigint => valueOf({ coin, amount }, priceOf) ?? 0n;
  let sum = open.reduce((all, { coin, amount }) => all + usdOf(coin, amount), 0n);
  /** What one coin is worth before and after a change. */
  const change = (coin: string, by: bigint): readonly [before: bigint, after: bigint] => {
    const was = amounts.get(coin) ?? 0n;
    return [usdOf(coin, was), usdOf(coin, was + by)];
  };
  return {
    isTooMuch: (asset, taken, coin, given) => {
      const both = [change(asset, taken), change(coin, -given)];
      const grows = both.reduce((all, [before, after]) => all + after - before, 0n);
      return (
        both.some(([before, after]) => after > before && after > coinUsd) ||
        (grows > 0n && sum + grows > allUsd)
      );
    },
    add: (asset, taken, coin, given) => {
      for (const [each, by] of [
        [asset, taken],
        [coin, -given],
      ] as const) {
        const [before, after] = change(each, by);
        sum += after - before;
        amounts.set(each, (amounts.get(each) ?? 0n) + by);
      }
    },
  };
}
