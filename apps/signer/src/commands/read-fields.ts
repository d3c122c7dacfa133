import { readDecimal } from '@openlode/money/decimal-text';
import { UsageError } from './command.ts';

/** Wei of a gwei have nine digits. */
const gweiDecimals = 9;

/** The number of a transaction of an account. Throws a UsageError where it is none. */
export function readNumber(text: string): bigint {
  if (!/^\d{1,15}$/.test(text))
    throw new UsageError('The command needs a number (--number) and a price in gwei (--price).');
  return BigInt(text);
}

/** A price in gwei, in wei. Throws a UsageError where it is none. */
export function readPrice(text: string): bigint {
  const price = readUnits(text, gweiDecimals);
  if (price === undefined)
    throw new UsageError('The command needs a number (--number) and a price in gwei (--price).');
  return price;
}

/** Whole coins as smallest units; undefined for what is no amount, or has more decimals. */
export function readUnits(text: string, decimals: number): bigint | undefined {
  const read = readDecimal(text);
  if (read === undefined || read.isNegative || read.fraction.length > decimals) return undefined;
  return BigInt(read.whole + read.fraction.padEnd(decimals, '0'));
}
