import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';

/** Until the transaction ends, nothing of these assets is booked by another. In the order in which entries lock them. */
export async function lockAssets(tx: Transaction, assets: readonly string[]): Promise<void> {
  await tx.query(
    sql`SELECT 1 FROM ledger_chains WHERE asset = ANY(${[...assets]}::text[]) ORDER BY asset FOR UPDATE`,
  );
}
