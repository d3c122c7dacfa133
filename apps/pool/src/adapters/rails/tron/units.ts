/** Units of the ledger of the pool in a sun, the smallest amount of TRX (10^-6). */
const unitsOfSun = 10n ** 12n;

export function ledgerAmount(sun: bigint): bigint {
  return sun * unitsOfSun;
}

/** Throws a RangeError for an amount that is no whole number of sun: payouts are reserved in them. */
export function sunOf(amount: bigint): bigint {
  if (amount % unitsOfSun !== 0n) throw new RangeError(`${amount} is no whole number of sun`);
  return amount / unitsOfSun;
}
