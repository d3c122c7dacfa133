import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';

/** The key of an advisory lock; no other lock may use it. */
const creditingLock = 7_041_776_000_002n;

/**
 * Keeps miners from being written off until the transaction ends. Rounds do not wait for each other here, and recording does not wait
 * for rounds.
 */
export async function keepMiners(tx: Transaction): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock_shared(${creditingLock}::bigint)`);
}

/** Waits for the rounds that are being credited and delays new ones, so that an idle miner stays idle until the transaction ends. */
export async function keepRoundsAway(tx: Transaction): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(${creditingLock}::bigint)`);
}
