import { printDecimal, readDecimal } from './decimal-text.ts';

/** Every asset of the ledger counts in units of 10^-18, for ever; a chain's own decimals belong to its rail. */
export const ledgerScale = 18;

/** Ledger units of 10^-18 in the smallest unit of a coin with eight decimals, such as Bitcoin's satoshi, the sompi and the zatoshi. */
export const unitsPerSatoshi = 10n ** 10n;

/**
 * Reads decimal text such as `12.5` into ledger units.
 * Throws a RangeError on anything else: an exponent, blanks, or more than 18 decimals, which would have to be rounded.
 */
export function parseAmount(text: string): bigint {
  const digits = readDecimal(text);
  if (digits === undefined || digits.fraction.length > ledgerScale)
    throw new RangeError(`not an amount: ${text.slice(0, 80)}`);
  const units = BigInt(digits.whole + digits.fraction.padEnd(ledgerScale, '0'));
  return digits.isNegative ? -units : units;
}

/** Prints ledger units as decimal text without an exponent and without trailing zeros: the form on the wire. */
export function formatAmount(units: bigint): string {
  return printDecimal(units, ledgerScale);
}

/** Cuts an amount down to the decimals of a coin. Never rounds up. */
export function roundDownTo(decimals: number, units: bigint): bigint {
  if (units < 0n) throw new RangeError('only an amount that is owed can be rounded down');
  if (decimals >= ledgerScale) return units;
  const step = 10n ** BigInt(ledgerScale - decimals);
  return units - (units % step);
}
