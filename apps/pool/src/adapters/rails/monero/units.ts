/** 10^-12 XMR in units of the ledger. */
export const ledgerUnits = 1_000_000n;

/** An amount of the ledger in 10^-12 XMR. Throws where it has a part of one: the ledger pays none. */
export function atomicUnits(amount: bigint): bigint {
  if (amount % ledgerUnits !== 0n) throw new RangeError('an amount has a part of the smallest unit');
  return amount / ledgerUnits;
}
