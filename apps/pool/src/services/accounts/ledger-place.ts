import type { LedgerAccount } from '@openlode/ledger/posting';

/** Where an account's mined balance stands in the books. */
export function miningPlace(accountId: bigint): LedgerAccount {
  return `miner:${accountId}:mining`;
}

/** Where an account's earnings from referred miners stand. */
export function referralPlace(accountId: bigint): LedgerAccount {
  return `miner:${accountId}:referral`;
}

/** Where an account's parts stand that wait for a rate, each in its own asset. */
export function pendingPlace(accountId: bigint): LedgerAccount {
  return `miner:${accountId}:pending`;
}
