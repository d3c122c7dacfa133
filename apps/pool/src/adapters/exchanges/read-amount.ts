import { parseAmount } from '@openlode/money/amount';
import { cutDecimals, plainDecimal } from '@openlode/money/decimal-text';

const scale = 18;

/** An amount of an answer, a number or decimal text, in units of 10^-18, cut beyond them. Throws on anything else. */
export function readAmount(value: unknown): bigint {
  const text = typeof value === 'number' ? plainDecimal(value) : value;
  if (typeof text !== 'string' || !/^-?\d{1,60}(\.\d{1,60})?$/.test(text))
    throw new TypeError(`not an amount: ${JSON.stringify(value)?.slice(0, 40)}`);
  return parseAmount(cutDecimals(text, scale));
}

/** The least amount that an answer names. A venue that names none has none that is known: it refuses what is too little. */
export function readLeast(value: unknown): bigint {
  return value === undefined || value === null ? 0n : readAmount(value);
}

/** The step of an amount with a number of decimals, in units of 10^-18. Throws where it has more than 18. */
export function stepOf(decimals: unknown): bigint {
  if (typeof decimals !== 'number' || !Number.isInteger(decimals) || decimals < 0 || decimals > scale)
    throw new TypeError(`not a number of decimals: ${JSON.stringify(decimals)}`);
  return 10n ** BigInt(scale - decimals);
}
