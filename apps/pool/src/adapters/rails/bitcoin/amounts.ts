import { ledgerScale } from '@openlode/money/amount';
import type { RailFacts } from '../../chains/bitcoin/chain-facts.ts';

/** Units of the ledger in the smallest unit of a chain. */
export function unitOf({ decimals = 8 }: Pick<RailFacts, 'decimals'> = {}): bigint {
  return 10n ** BigInt(ledgerScale - decimals);
}

/** The chain's smallest units of an amount of the ledger. Throws a RangeError where the chain cannot carry it exactly. */
export function chainUnits(amount: bigint, facts?: Pick<RailFacts, 'decimals'>): bigint {
  const unit = unitOf(facts);
  if (amount <= 0n || amount % unit !== 0n)
    throw new RangeError(`${amount} units of the ledger are no amount that the chain can carry`);
  return amount / unit;
}
