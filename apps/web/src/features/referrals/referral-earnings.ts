const scale = 18;

/**
 * What the owner of a code earns a day, as decimal text, rounded down. `perDay` is what one referred miner would be paid after
 * `feePercent`; the owner's percent is of the reward before it.
 */
export function referralEarnings(input: {
  readonly perDay: string;
  readonly feePercent: string;
  readonly ownerPercent: string;
  readonly miners: number;
}): string {
  const hundred = units('100');
  const paid = hundred - units(input.feePercent);
  const earned = (units(input.perDay) * BigInt(input.miners) * units(input.ownerPercent)) / paid;
  const digits = earned.toString().padStart(scale + 1, '0');
  const fraction = digits.slice(-scale).replace(/0+$/, '');
  return `${digits.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`;
}

function units(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
}
