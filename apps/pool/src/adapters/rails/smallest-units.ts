import { ledgerScale } from '@openlode/money/amount';

/** Units of the ledger in the smallest unit of an asset on its chain. */
export function ledgerUnitsIn(decimals: number): bigint {
  return 10n ** BigInt(ledgerScale - decimals);
}

/** The smallest units on its chain of an amount of the ledger. Throws a RangeError where the chain cannot carry it exactly. */
export function smallestUnits(amount: bigint, decimals: number): bigint {
  const unit = ledgerUnitsIn(decimals);
  if (amount <= 0n || amount % unit !== 0n)
    throw new RangeError(`${amount} units of the ledger are no amount that the chain can carry`);
  return amount / unit;
}
