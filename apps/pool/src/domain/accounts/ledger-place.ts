import type { LedgerAccount } from '@openlode/ledger/posting';
import sql from 'sql-template-tag';

/** Where an account's mined balance stands in the books. */
export function miningPlace(accountId: bigint): LedgerAccount {
  return `miner:${accountId}:mining`;
}

/** The same in a statement, of the row of `accounts` at hand. */
export const miningPlaceInSql = sql`'miner:' || accounts.id || ':mining'`;

/** Where an account's earnings from referred miners stand. */
export function referralPlace(accountId: bigint): LedgerAccount {
  return `miner:${accountId}:referral`;
}

export const referralPlaceInSql = sql`'miner:' || accounts.id || ':referral'`;

/** Where an account's parts stand that wait for a rate, each in its own asset. */
export function pendingPlace(accountId: bigint): LedgerAccount {
  return `miner:${accountId}:pending`;
}
