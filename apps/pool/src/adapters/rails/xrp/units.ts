/** Units of the ledger of the pool in a drop, the smallest amount of XRP (10^-6). */
const unitsOfDrop = 10n ** 12n;

export function ledgerAmount(drops: bigint): bigint {
  return drops * unitsOfDrop;
}

/** Throws a RangeError for an amount that is no whole number of drops: payouts are reserved in them. */
export function dropsOf(amount: bigint): bigint {
  if (amount % unitsOfDrop !== 0n) throw new RangeError(`${amount} is no whole number of drops`);
  return amount / unitsOfDrop;
}
