import { formatAmount } from '@openlode/money/amount';
import { wholeUnits } from '@openlode/money/decimal-text';

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
  return formatAmount(earned);
}

function units(text: string): bigint {
  return wholeUnits(text) ?? 0n;
}
