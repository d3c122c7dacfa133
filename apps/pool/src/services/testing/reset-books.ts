import type { Database } from '../../db/database.ts';

/** Empties the books, which nobody may but a suite: a fresh database a run would cost a second each. */
export async function resetBooks(db: Database): Promise<void> {
  await db.execute(`
    SET session_replication_role = replica;
    TRUNCATE accounts, slices, rounds, postings, work_batches, ledger_entries, ledger_chains, balances, accepted_prices,
             converted_values, operator_decisions RESTART IDENTITY CASCADE;
    SET session_replication_role = origin;`);
}
