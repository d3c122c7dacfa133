import { printDecimal, readDecimal } from './decimal-text.ts';

/** An exact price ratio: `numerator / denominator` units of the bought asset for one unit of the sold one. */
export interface Rate {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** How many `bought` one `sold` is worth, from both prices in dollars as decimal text. Throws a RangeError on a price that is not positive. */
export function rateBetween(soldUsd: string, boughtUsd: string): Rate {
  const sold = parsePrice(soldUsd);
  const bought = parsePrice(boughtUsd);
  return {
    numerator: sold.digits * 10n ** BigInt(bought.scale),
    denominator: bought.digits * 10n ** BigInt(sold.scale),
  };
}

/** Rounded down: the fraction of a unit stays with the conversion account, so that rounding can never drain it. */
export function convert(amount: bigint, rate: Rate): bigint {
  if (amount < 0n) throw new RangeError('only a positive amount is converted');
  return (amount * rate.numerator) / rate.denominator;
}

/** What an amount is worth at a dollar price given as decimal text, in units of 10^-18 dollars, rounded down. */
export function valueInUsd(amount: bigint, priceUsd: string): bigint {
  return convert(amount, rateBetween(priceUsd, '1'));
}

/** A rate as decimal text, cut to a number of significant digits, for a receipt. */
export function formatRate(rate: Rate, significant = 18): string {
  if (rate.numerator === 0n) return '0';
  const whole = (rate.numerator / rate.denominator).toString();
  if (whole !== '0') return cut(rate, Math.max(0, significant - whole.length));
  let decimals = significant;
  while ((rate.numerator * 10n ** BigInt(decimals)) / rate.denominator < 10n ** BigInt(significant - 1))
    decimals += 1;
  return cut(rate, decimals);
}

function cut(rate: Rate, decimals: number): string {
  return printDecimal((rate.numerator * 10n ** BigInt(decimals)) / rate.denominator, decimals);
}

function parsePrice(text: string): { digits: bigint; scale: number } {
  const read = readDecimal(text);
  const digits = read === undefined || read.isNegative ? 0n : BigInt(read.whole + read.fraction);
  if (digits === 0n) throw new RangeError(`not a price: ${text.slice(0, 60)}`);
  return { digits, scale: read?.fraction.length ?? 0 };
}
