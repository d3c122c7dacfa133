import { ledgerUnitsIn, smallestUnits } from '../smallest-units.ts';
import { ledgerAmount as ledgerAmountOfSun, sunOf } from './units.ts';

/** A token (TRC-20) that is paid from the account. */
export interface TronToken {
  /** As the catalogue names it. */
  readonly coin: string;
  /** 21 bytes in hex. */
  readonly contract: string;
  readonly decimals: number;
}

/** The smallest units of an amount of the ledger, sun for TRX (no token). Throws a RangeError where the chain cannot carry it exactly. */
export function unitsOf(amount: bigint, token: TronToken | undefined): bigint {
  return token === undefined ? sunOf(amount) : smallestUnits(amount, token.decimals);
}

/** The same the other way round. */
export function amountOf(units: bigint, token: TronToken | undefined): bigint {
  return token === undefined ? ledgerAmountOfSun(units) : units * ledgerUnitsIn(token.decimals);
}
