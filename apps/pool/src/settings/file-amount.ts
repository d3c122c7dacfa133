/** A number of a file in the words that `parseAmount` reads: at most eight decimals, no exponent. */
export function amountText(value: number): string {
  return value.toFixed(8).replace(/\.?0+$/, '');
}

/** Whether a number of a file is an amount to the unit: below 10^12 of a coin, with at most eight decimals. */
export function isAmount(value: number): boolean {
  return value < 1e12 && Number(amountText(value)) === value;
}

/** Whether a number of a file can be the most that a payment may cost. */
export function isFeeMax(value: number): boolean {
  return value > 0 && isAmount(value);
}
