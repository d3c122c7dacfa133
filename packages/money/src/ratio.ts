import { readDecimal } from './decimal-text.ts';

/** An exact number: `numerator / denominator`, the denominator above zero. For estimates; money itself stays in units. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Reads decimal text without sign or exponent. Throws a RangeError on anything else. */
export function parseRatio(text: string): Ratio {
  const digits = readDecimal(text);
  if (digits === undefined || digits.isNegative) throw new RangeError(`not a number: ${text.slice(0, 80)}`);
  const { whole, fraction } = digits;
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) };
}

export function multiply(...factors: readonly Ratio[]): Ratio {
  return factors.reduce(
    (product, { numerator, denominator }) => ({
      numerator: product.numerator * numerator,
      denominator: product.denominator * denominator,
    }),
    { numerator: 1n, denominator: 1n },
  );
}

export function add(left: Ratio, right: Ratio): Ratio {
  return {
    numerator: left.numerator * right.denominator + right.numerator * left.denominator,
    denominator: left.denominator * right.denominator,
  };
}

/** One over it. Throws a RangeError on zero. */
export function inverse({ numerator, denominator }: Ratio): Ratio {
  if (numerator === 0n) throw new RangeError('nothing can be divided by zero');
  return { numerator: denominator, denominator: numerator };
}
