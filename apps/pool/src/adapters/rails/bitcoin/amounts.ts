import { unitsPerSatoshi } from '@openlode/money/amount';

/** The chain's smallest units of an amount of the ledger. Throws a RangeError where the chain cannot carry it exactly. */
export function chainUnits(amount: bigint): bigint {
  if (amount <= 0n || amount % unitsPerSatoshi !== 0n)
    throw new RangeError(`${amount} units of the ledger are no amount that the chain can carry`);
  return amount / unitsPerSatoshi;
}
