/** Decimal text taken apart: digits before and after the point, as they were written. */
export interface DecimalDigits {
  readonly isNegative: boolean;
  readonly whole: string;
  readonly fraction: string;
}

const decimalText = /^(-?)(\d{1,80})(?:\.(\d{1,80}))?$/;

/** Takes decimal text such as `-12.5` apart. Undefined for anything else: an exponent, blanks, a lone point, more than 80 digits on a side. */
export function readDecimal(text: string): DecimalDigits | undefined {
  const match = decimalText.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  return { isNegative: sign === '-', whole, fraction };
}

/** Prints units of `10^-scale` as decimal text without an exponent and without trailing zeros. */
export function printDecimal(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  return sign + cutDecimals(`${digits.slice(0, point)}.${digits.slice(point)}`, scale);
}

const unitScale = 18;

/** Decimal text cut to a number of places, without trailing zeros: `12.3450001` at 4 places is `12.345`. */
export function cutDecimals(amount: string, places: number): string {
  const [whole = '', fraction = ''] = amount.split('.');
  const kept = fraction.slice(0, places).replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}

/** Whether decimal text is zero. */
export function isNothing(amount: string): boolean {
  return !/[1-9]/.test(amount);
}

/** A rounded amount as it is shown. Where rounding leaves nothing of it, its first two digits: what came in must not read as zero. */
export function shownAmount(rounded: string, exact: string): string {
  if (!isNothing(rounded) || isNothing(exact)) return rounded;
  const zeros = /\.(0*)/.exec(exact)?.[1]?.length ?? 0;
  return cutDecimals(exact, zeros + 2);
}

/** An amount cut to the decimals in which its coin is paid, but never to nothing. */
export function cutAmount(exact: string, places: number): string {
  return shownAmount(cutDecimals(exact, places), exact);
}

/** Decimal text in units of 10^-18, in which amounts are compared, cut beyond them; null where it is none. `parseAmount` refuses instead. */
export function wholeUnits(amount: string): bigint | null {
  const digits = readDecimal(amount);
  if (digits === undefined || digits.isNegative) return null;
  return BigInt(digits.whole + digits.fraction.slice(0, unitScale).padEnd(unitScale, '0'));
}

/** Whether an amount is as much as another, to the last unit. */
export function reaches(amount: string, least: string): boolean {
  return (wholeUnits(amount) ?? 0n) >= (wholeUnits(least) ?? 0n);
}

const allOfIt = 10_000;

/** How much of another amount one is, in hundredths of a percent, rounded down: 10,000 only where it is reached to the last unit. */
export function shareOf(amount: string, of: string): number {
  const [part, all] = [wholeUnits(amount) ?? 0n, wholeUnits(of) ?? 0n];
  if (all === 0n) return part === 0n ? 0 : allOfIt;
  const share = Number((part * BigInt(allOfIt)) / all);
  return Math.min(allOfIt, share);
}

/** A number of a request as decimal text without exponent: the shortest text that reads back as the same number. */
export function plainDecimal(value: number): string {
  const match = /^(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(String(value));
  if (match === null) return String(value);
  const [, start = '', fraction = '', exponent = '0'] = match;
  const digits = start + fraction;
  const point = start.length + Number(exponent);
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return digits + '0'.repeat(point - digits.length);
  return `${digits.slice(0, point)}.${digits.slice(point)}`;
}
