/** A chain of Bitcoin's family counts in 10^-8, the ledger in 10^-18. */
export const ledgerUnits = 10n ** 10n;

/** The chain's smallest units of an amount of the ledger. Throws a RangeError where the chain cannot carry it exactly. */
export function chainUnits(amount: bigint): bigint {
  if (amount <= 0n || amount % ledgerUnits !== 0n)
    throw new RangeError(`${amount} units of the ledger are no amount that the chain can carry`);
  return amount / ledgerUnits;
}
