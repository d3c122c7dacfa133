/** How many decimals an amount shows unless its coin says otherwise. */
export const defaultPrecision = 8;

const decimalText = /^(-?)(\d+)(?:\.(\d*))?$/;

/**
 * A decimal text as people read it: thousands separated by commas, at most `precision` decimals, cut (never rounded
 * up: nobody is shown more than they have) and without trailing zeros. No float comes near it. A text that is no plain
 * decimal comes back as it is.
 */
export function numberText(decimal: string, precision: number = defaultPrecision): string {
  const [, sign = '', whole, fraction = ''] = decimalText.exec(decimal) ?? [];
  if (whole === undefined) return decimal;
  const digits = trimStart(whole);
  const shownFraction = trimEnd(fraction.slice(0, precision));
  const isZero = digits === '0' && shownFraction === '';
  return `${isZero ? '' : sign}${groupThousands(digits)}${shownFraction === '' ? '' : `.${shownFraction}`}`;
}

function groupThousands(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(',');
}

function trimStart(digits: string): string {
  let start = 0;
  while (start < digits.length - 1 && digits.charAt(start) === '0') start += 1;
  return digits.slice(start);
}

function trimEnd(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charAt(end - 1) === '0') end -= 1;
  return digits.slice(0, end);
}
