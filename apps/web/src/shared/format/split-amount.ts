/** An amount as it is set on the page: two decimals at full size, the rest smaller. */
export interface SplitAmount {
  /** Thousands grouped; carries the point and at most two decimals. */
  readonly main: string;
  /** The further decimals, empty where there are none. */
  readonly rest: string;
}

/**
 * Splits decimal text such as `3812.04617` into `3,812.04` and `617`. Works on the text alone: an amount never
 * passes through a float. Where the first two decimals of an amount below 1 are zeros, its first two significant
 * digits belong to the main part, so that `0.00004217` does not read as nothing.
 */
export function splitAmount(amount: string): SplitAmount {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount);
  if (match === null) return { main: amount, rest: '' };
  const [, sign = '', whole = '0', decimals = ''] = match;
  const grouped = sign + groupThousands(whole);
  if (decimals === '') return { main: grouped, rest: '' };
  const zeros = /^0*/.exec(decimals)?.[0].length ?? 0;
  const shown = whole === '0' && zeros >= 2 && zeros < decimals.length ? zeros + 2 : 2;
  return { main: `${grouped}.${decimals.slice(0, shown)}`, rest: decimals.slice(shown) };
}

/** `1234567` → `1,234,567`. */
export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** The whole of an amount with its thousands grouped, for sentences: `3,812.04617`. */
export function groupAmount(amount: string): string {
  const { main, rest } = splitAmount(amount);
  return main + rest;
}
