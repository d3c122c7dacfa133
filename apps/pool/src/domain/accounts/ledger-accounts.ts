import type { LedgerAccount } from '@openlode/ledger/posting';
import sql from 'sql-template-tag';

/** The ledger account of a miner's mined balance. */
export function miningAccount(accountId: bigint): LedgerAccount {
  return `miner:${accountId}:mining`;
}

/** The same in a statement, of the row of `accounts` at hand. */
export const miningAccountInSql = sql`'miner:' || accounts.id || ':mining'`;

/** The ledger account of what a miner earned from referred miners. */
export function referralAccount(accountId: bigint): LedgerAccount {
  return `miner:${accountId}:referral`;
}

export const referralAccountInSql = sql`'miner:' || accounts.id || ':referral'`;

/** The ledger account of parts that wait for a rate, each in its own asset. */
export function pendingAccount(accountId: bigint): LedgerAccount {
  return `miner:${accountId}:pending`;
}
