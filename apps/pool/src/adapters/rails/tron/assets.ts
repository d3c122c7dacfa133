import { ledgerAmount as ledgerAmountOfSun, sunOf } from './units.ts';

/** A token (TRC-20) that is paid from the account. */
export interface TronToken {
  /** As the catalogue names it. */
  readonly coin: string;
  /** 21 bytes in hex. */
  readonly contract: string;
  readonly decimals: number;
}

const ledgerDecimals = 18;

/** The smallest units of an amount of the ledger, sun for TRX (no token). Throws a RangeError where the chain cannot carry it exactly. */
export function unitsOf(amount: bigint, token: TronToken | undefined): bigint {
  if (token === undefined) return sunOf(amount);
  const unit = ledgerUnit(token);
  if (amount <= 0n || amount % unit !== 0n)
    throw new RangeError(`${amount} units of the ledger are no amount of ${token.coin} on the chain`);
  return amount / unit;
}

/** The same the other way round. */
export function amountOf(units: bigint, token: TronToken | undefined): bigint {
  return token === undefined ? ledgerAmountOfSun(units) : units * ledgerUnit(token);
}

function ledgerUnit({ decimals }: TronToken): bigint {
  return 10n ** BigInt(ledgerDecimals - decimals);
}
