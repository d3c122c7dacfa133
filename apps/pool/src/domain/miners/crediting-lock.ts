import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';

/** The key of an advisory lock; no other lock may use it. */
const creditingLock = 7_041_776_000_002n;

/** From here to the end of the transaction no miner is written off. Rounds do not wait for each other, nor recording for them. */
export async function keepMiners(tx: Transaction): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock_shared(${creditingLock}::bigint)`);
}

/** Waits for the rounds that are being credited, and keeps others from beginning: what is idle now stays idle. */
export async function keepRoundsAway(tx: Transaction): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(${creditingLock}::bigint)`);
}
