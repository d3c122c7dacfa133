const decimals = 18;

/** Decimal text in units of 10^-18, in which amounts are compared; null where it is none. */
export function wholeUnits(amount: string): bigint | null {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(amount);
  if (match === null) return null;
  const [, whole = '0', fraction = ''] = match;
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
}

/** Whether an amount is as much as another, to the last unit. */
export function reaches(amount: string, least: string): boolean {
  return (wholeUnits(amount) ?? 0n) >= (wholeUnits(least) ?? 0n);
}
