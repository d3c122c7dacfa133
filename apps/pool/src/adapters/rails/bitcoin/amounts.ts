import type { RailFacts } from '../../chains/bitcoin/chain-facts.ts';
import { ledgerUnitsIn, smallestUnits } from '../smallest-units.ts';

const usualDecimals = 8;

/** Units of the ledger in the smallest unit of a chain. */
export function unitOf({ decimals = usualDecimals }: Pick<RailFacts, 'decimals'> = {}): bigint {
  return ledgerUnitsIn(decimals);
}

/** The chain's smallest units of an amount of the ledger. Throws a RangeError where the chain cannot carry it exactly. */
export function chainUnits(amount: bigint, facts?: Pick<RailFacts, 'decimals'>): bigint {
  return smallestUnits(amount, facts?.decimals ?? usualDecimals);
}
